// JSON-RPC 2.0, as MCP and A2A speak it.
import fc from 'fast-check';
import type { Call, CallerName } from './call.ts';
import { hostileName } from './values/texts.ts';
import { Members } from './values/placeholders.ts';
import { hostileValue } from './values/values.ts';

/** What a message asks for: parameters that fit their method. */
export interface RpcCall {
  readonly method: unknown;
  readonly params: unknown;
}

/** Ids of the kinds that JSON-RPC has, and of others; without one a message is a notification. */
const id = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(fc.nat(), fc.uuid()) },
  { weight: 1, arbitrary: fc.constantFrom(null, -1, 1.5, '', 0, 2 ** 53, true, [1], { a: 1 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const message = (asked: fc.Arbitrary<RpcCall>): fc.Arbitrary<unknown> =>
  fc
    .tuple(id, asked)
    .map(
      ([own, { method, params }]) =>
        new Members([
          ['jsonrpc', '2.0'],
          ...(own === undefined ? [] : [['id', own] as const]),
          ['method', method],
          ...(params === undefined ? [] : [['params', params] as const]),
        ]),
    );

/** Calls of methods, by name, with no particular parameters. */
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
  readonly asked: fc.Arbitrary<RpcCall>;
  readonly caller: fc.Arbitrary<CallerName>;
  readonly headers: fc.Arbitrary<Call['headers']>;
}

/** Messages sent to an endpoint: mostly one, now and then a batch. */
export function rpcRequestsTo({ path, asked, caller, headers }: Endpoint): fc.Arbitrary<Call> {
  const one = message(asked);
  const body = fc.oneof(
    { weight: 9, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc.array(fc.oneof({ weight: 5, arbitrary: one }, hostileValue), { maxLength: 4 }),
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
