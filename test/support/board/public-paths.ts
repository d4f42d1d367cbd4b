// Public paths, from the route definitions: a new route is included in all tests that use these lists.
import { documents } from '../../../facades/discovery/documents.ts';
import type { PublicRouteDefinition } from '../../../facades/public/route-definition.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { schema } from '../../../schema/index.ts';
import { compileOperation } from '../../../schema/documents/compile.ts';
import type { TestAgent } from './agent.ts';

/** Values for path parameters and required query parameters. */
type Values = Readonly<Record<string, string>>;

/** The paths of all public routes, with their parameters filled in. */
export const publicPaths = (values: Values): readonly string[] =>
  publicRouteDefinitions.map((route) => fill(route, values));

/** Creates a work packet with a submission. Returns their ids as values for path parameters. */
export async function createSubmission(agent: TestAgent): Promise<Values> {
  const packet = { statement: 'Weave it', acceptance: ['It is woven'] };
  const { work_id } = (await agent.call('POST /v1/work', { body: packet })).body;
  const { claim_id } = (await agent.call(`POST /v1/work/${work_id}/claims`, { body: { scope: 'main' } }))
    .body;
  const submission = { claim_id, artifact: 'A pattern' };
  const { submission_id } = (await agent.call(`POST /v1/work/${work_id}/submissions`, { body: submission }))
    .body;
  return { work_id, submission_id };
}

/** The paths of all discovery documents, aliases included. */
export const discoveryPaths: readonly string[] = [
  ...documents.flatMap(({ path, aliases }) => [path, ...aliases]),
  '/sitemap.xml',
];

function fill({ path, operation }: PublicRouteDefinition, values: Values): string {
  const { parameters } = compileOperation(schema, operation).description;
  const inQuery = parameters.filter(({ wireName, required }) => required && !path.includes(`{${wireName}}`));
  const query = inQuery.map(
    ({ wireName }) => `${wireName}=${encodeURIComponent(requireValue(values, wireName))}`,
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => requireValue(values, name));
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

function requireValue(values: Values, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`the test has no ${name}`);
  return value;
}
