// Reads the parts of the OpenAPI document that the API reference shows. In the document, parts that several operations share are
// references to components.
import type { JsonSchema, SchemaMember } from '../markup/schema-table.ts';

/** A part of the document: the part itself, or a reference to a component. */
type OrReference<Part extends object> = Part | { readonly $ref: string };

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface OpenApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components: object;
}

type Parameter = SchemaMember & { readonly in: string; readonly schema: JsonSchema };

interface Content {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters: readonly OrReference<Parameter>[];
  readonly requestBody?: OrReference<Content>;
  readonly responses: Readonly<Record<string, OrReference<Content>>>;
}

/** An operation whose parameters, body and responses are resolved. Their schemas may still have references. */
export interface ApiOperation extends Omit<OperationObject, 'parameters' | 'requestBody' | 'responses'> {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: Content | null;
  readonly responses: readonly (Content & { readonly status: string })[];
}

/** Returns the part itself, or the component to which it refers. */
export function resolveReference<Part extends object>(
  { components }: OpenApiDocument,
  part: OrReference<Part>,
): Part {
  if (!('$ref' in part)) return part;
  const [kind = '', name = ''] = part.$ref.split('/').slice(2);
  return (components as Components)[kind]?.[name] as Part;
}

/** Every operation of the document, in its order. */
export const listApiOperations = (api: OpenApiDocument): readonly ApiOperation[] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, OperationObject>>).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters.map((parameter) => resolveReference(api, parameter)),
      requestBody: operation.requestBody ? resolveReference(api, operation.requestBody) : null,
      responses: Object.entries(operation.responses).map(([status, response]) => ({
        ...resolveReference(api, response),
        status,
      })),
    })),
  );

/**
 * The members of an object: from `properties`, from the referenced schema, from all parts of `allOf`, and from the first part of
 * `anyOf`.
 */
export function listMembers(api: OpenApiDocument, schema: JsonSchema): readonly SchemaMember[] {
  const required = new Set(schema.required);
  const [alternative] = schema.anyOf ?? [];
  const parts = [
    ...referencedSchemas(api, schema),
    ...(schema.allOf ?? []),
    ...(alternative ? [alternative] : []),
  ];
  const own = Object.entries(schema.properties ?? {}).map(([name, member]) => ({ name, schema: member }));
  const inherited = parts.flatMap((part) => listMembers(api, part));
  const members = new Map([...inherited, ...own].map((member) => [member.name, member]));
  return [...members.values()].map((member) =>
    required.has(member.name) ? { ...member, required: true } : member,
  );
}

const referencedSchemas = (api: OpenApiDocument, { $ref }: JsonSchema): readonly JsonSchema[] =>
  $ref === undefined ? [] : [resolveReference<JsonSchema>(api, { $ref })];
