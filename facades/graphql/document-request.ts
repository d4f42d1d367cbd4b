import { getOperationAST } from 'graphql';
import type { DocumentRequest } from '../../schema/contract.ts';
import { assertVariables, type DocumentArguments } from './variable-faults.ts';

/**
 * Returns the request to execute. Deletes the variables that the operation does not define: GraphQL ignores them and does not check
 * their types, but thousands of them would take time at each step, and memory while the document waits, because Yoga keeps its
 * arguments.
 */
export function toDocumentRequest(args: DocumentArguments): DocumentRequest {
  const { document, operationName, variableValues } = args;
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const values: Record<string, unknown> = variableValues ?? {};
  const given = names.filter((name) => Object.hasOwn(values, name));
  const variables = Object.fromEntries(given.map((name) => [name, values[name]]));
  for (const name of Object.keys(values))
    if (!Object.hasOwn(variables, name)) Reflect.deleteProperty(values, name);
  return { document, operationName, variables, assertVariables: () => assertVariables(args) };
}

/** Empties the `extensions` of a request, or of each request of a batch: nothing reads them, and Yoga would keep them. */
export function emptyExtensions(body: unknown): void {
  for (const request of Array.isArray(body) ? (body as unknown[]) : [body])
    if (hasExtensions(request)) request.extensions = {};
}

/**
 * Returns the URL of a request without `extensions`: nothing reads them, and Yoga would keep them. Leaves `extensions` that are not an
 * object, because Yoga refuses them.
 */
export function omitExtensions(url: URL): URL {
  if (!url.searchParams.get('extensions')?.trimStart().startsWith('{')) return url;
  const copy = new URL(url);
  copy.searchParams.delete('extensions');
  return copy;
}

const hasExtensions = (request: unknown): request is { extensions: object } =>
  typeof request === 'object' &&
  request !== null &&
  'extensions' in request &&
  typeof request.extensions === 'object' &&
  request.extensions !== null &&
  !Array.isArray(request.extensions);
