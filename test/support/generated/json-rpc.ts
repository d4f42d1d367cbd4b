// JSON-RPC 2.0 requests, for MCP and A2A.
import fc from 'fast-check';
import type { Call, CallerName } from './call.ts';
import { hostileName } from './values/texts.ts';
import { Members } from './values/placeholders.ts';
import { hostileValue } from './values/values.ts';

/** The method and parameters of a message. */
export interface RpcCall {
  readonly method: unknown;
  readonly params: unknown;
}

/** Valid and invalid ids. A message without an id is a notification. */
const id = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(fc.nat(), fc.uuid()) },
  { weight: 1, arbitrary: fc.constantFrom(null, -1, 1.5, '', 0, 2 ** 53, true, [1], { a: 1 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const message = (calls: fc.Arbitrary<RpcCall>): fc.Arbitrary<unknown> =>
  fc
    .tuple(id, calls)
    .map(
      ([messageId, { method, params }]) =>
        new Members([
          ['jsonrpc', '2.0'],
          ...(messageId === undefined ? [] : [['id', messageId] as const]),
          ['method', method],
          ...(params === undefined ? [] : [['params', params] as const]),
        ]),
    );

/** Calls of methods by name, with arbitrary parameters. */
export const anyCallOf = (methods: readonly string[]): fc.Arbitrary<RpcCall> =>
  fc.record(
    {
      method: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...methods) },
        { weight: 1, arbitrary: fc.oneof(hostileName, hostileValue) },
      ),
      params: fc.oneof(fc.constant(undefined), fc.constant({}), hostileValue),
    },
    { noNullPrototype: true },
  );

interface Endpoint {
  readonly path: string;
  readonly calls: fc.Arbitrary<RpcCall>;
  readonly caller: fc.Arbitrary<CallerName>;
  readonly headers: fc.Arbitrary<Call['headers']>;
}

/** Requests to an endpoint: mostly single messages, sometimes a batch. */
export function rpcRequestsTo({ path, calls, caller, headers }: Endpoint): fc.Arbitrary<Call> {
  const singleMessage = message(calls);
  const body = fc.oneof(
    { weight: 9, arbitrary: singleMessage },
    {
      weight: 1,
      arbitrary: fc.array(fc.oneof({ weight: 5, arbitrary: singleMessage }, hostileValue), { maxLength: 4 }),
    },
  );
  return fc.record({ body, caller, headers }, { noNullPrototype: true }).map((parts): Call => ({
    method: 'POST',
    path,
    params: {},
    query: [],
    credentialIn: 'headers',
    ...parts,
  }));
}
