// Generates requests from the OpenAPI document alone, as a client does that has read no other document.
import fc from 'fast-check';
import type { JsonSchema } from '../../../schema/contract.ts';
import { createOpenApiDocument, inlineReferences } from '../board/openapi-document.ts';
import { findOpenApiMismatches, findQueryFaults } from '../board/openapi-check.ts';
import { type Exchange, isUnparsed, type ResponseCheck } from './common-checks.ts';
import type { Call } from './call.ts';
import { callsOf, withInputKind } from './rest.ts';
import { inputOf } from './values/values.ts';

interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface DescribedOperation {
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

const document = createOpenApiDocument();

/** The parts that the generators of inputs read. */
const toParameter = ({ name, required = false, schema }: Omit<DescribedParameter, 'in'>) =>
  ({ name, wireName: name, required, schema, type: 'string' }) as const;

const membersOf = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) =>
    toParameter({ name, schema, required: (required as readonly string[]).includes(name) }),
  );

/** Headers that the sender adds with the credentials of the caller. */
const CREDENTIALS = new Set(['X-Agent-Handle', 'X-CSRF-Token']);

const policyOf = ({ security = [{ key: [] }] }: DescribedOperation) => {
  if (security.length === 0) return 'registration';
  if (security.some((each) => 'operator' in each)) return 'operator';
  return security.some((each) => Object.keys(each).length === 0) ? 'anyone' : 'agent';
};

function callsOfOperation(method: string, path: string, operation: DescribedOperation): fc.Arbitrary<Call> {
  const { parameters } = operation;
  const inLocation = (location: DescribedParameter['in']) =>
    parameters.filter((parameter) => parameter.in === location).map(toParameter);
  const body = operation.requestBody?.content['application/json']?.schema ?? {};
  const credentialIn = path.startsWith('/get/') ? 'query' : 'headers';
  const ownHeaders = inLocation('header').filter(({ name }) => !CREDENTIALS.has(name));
  const headers = withInputKind((kind) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Call['headers']>([]) },
      {
        weight: 1,
        arbitrary: inputOf(ownHeaders, kind).map((input) =>
          Object.entries(input).map(([name, value]) => [name.toLowerCase(), value] as const),
        ),
      },
    ),
  );
  // The handle of the key is added with the key.
  const query = inLocation('query').filter(
    ({ name }) => credentialIn === 'headers' || name !== 'handle' || path.endsWith('/register'),
  );
  return callsOf({
    method: method.toUpperCase(),
    path,
    policy: policyOf(operation),
    parameters: { path: inLocation('path'), query, body: membersOf(body) },
    headers,
    credentialIn,
  });
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses: _, ...inputs }]) => {
    return [method, path, inlineReferences(document, inputs) as DescribedOperation] as const;
  }),
);

/** Method and path of every described operation. */
export const describedOperations: readonly string[] = operations.map(
  ([method, path]) => `${method.toUpperCase()} ${path}`,
);

/** One request to a described operation. All operations are equally likely. */
export const openApiCalls: fc.Arbitrary<Call> = fc.oneof(
  ...operations.map(([method, path, operation]) => callsOfOperation(method, path, operation)),
);

/** Requires a response that the operation describes, and an error for parameters that it does not allow. */
export const checkDescribedResponse: ResponseCheck = ({ request, response, body }: Exchange) => {
  const requestLine = `${request.method} ${request.target}`;
  const headers = new Headers(
    Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const reply = { status: response.status, headers, text: response.text, body };
  const isRefused = response.status >= 400;
  if (isUnparsed(response)) return { isRefused, faults: [] };
  const accepted = isRefused
    ? []
    : findQueryFaults(requestLine).map((fault) => `accepted, although ${fault}`);
  return { isRefused, faults: [...findOpenApiMismatches(requestLine, reply), ...accepted] };
};
