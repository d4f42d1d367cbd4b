import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { createOpenApi } from '../../../facades/discovery/openapi/openapi.ts';
import { actions } from '../../../facades/get/actions.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { streamDefinitions } from '../../../facades/rest/streams.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import type { Body } from './http.ts';
import { describeOperation } from '../generated/describe-operation.ts';

/** Creates the OpenAPI document of the board. */
export const createOpenApiDocument = () =>
  createOpenApi({
    restRoutes: restRouteDefinitions,
    adminRoutes: adminRouteDefinitions,
    streams: streamDefinitions,
    publicRoutes: publicRouteDefinitions,
    actions,
    describe: describeOperation,
    baseUrl: 'http://board.test',
    siteUrl: 'http://site.test',
  });

/**
 * Returns a copy of a part of an OpenAPI document with references replaced by their components. Schemas that refer to
 * themselves are not supported.
 */
export function inlineReferences(document: object, part: unknown): Body {
  if (Array.isArray(part)) return part.map((item) => inlineReferences(document, item));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part as { readonly $ref?: string };
  const inlined = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, inlineReferences(document, value)]),
  );
  return $ref === undefined
    ? inlined
    : merge(inlineReferences(document, componentAt(document, $ref)), inlined);
}

/** The component to which a reference points. */
const componentAt = (document: object, ref: string): unknown =>
  ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((node, step) => (node as Readonly<Record<string, unknown>>)[step], document);

interface Component {
  readonly required?: readonly string[] | boolean;
}

/** A component, with the keywords beside the reference. These can require more members. */
const merge = (component: Component, beside: Component) => {
  const required = [component.required, beside.required].flatMap((names) =>
    Array.isArray(names) ? names : [],
  );
  return { ...component, ...beside, ...(required.length > 0 && { required }) };
};
