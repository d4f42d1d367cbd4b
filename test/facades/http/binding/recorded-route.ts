// Routes over a session that records the executed operations.
import { createRoute } from '../../../../facades/http/binding/create-route.ts';
import { defineRoute, type RouteDefinition } from '../../../../facades/http/binding/route-definition.ts';
import type { Reply } from '../../../../facades/http/reply.ts';
import type { Exchange } from '../../../../facades/http/route.ts';
import {
  type AccessPolicy,
  BoardError,
  type Caller,
  type Operation,
  type OperationDescription,
  type Parameter,
  type Session,
} from '../../../../schema/contract.ts';

const parameter = (name: string, type: Parameter['type'] = 'string'): Parameter => ({
  name,
  wireName: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  required: false,
  type,
  schema: {},
});

export const operation: Operation = { name: 'X', kind: 'query', source: '' };
const caller: Caller = { facade: 'rest', address: '192.0.2.1', requestId: 'r', credential: null };
export const rateLimit = { policy: 'key', limit: 9, remaining: 8, resetSeconds: 7, windowSeconds: 6 };

/** Returns a function that describes an operation with these parameters: `limit` is an integer, the rest are strings. */
export const describing =
  (names: readonly string[], policy: AccessPolicy | null = null) =>
  () =>
    ({
      policy,
      shape: 'record',
      resultSchema: { properties: { id: {} } },
      rules: [],
      parameters: names.map((name) => parameter(name, name === 'limit' ? 'integer' : 'string')),
    }) as unknown as OperationDescription;

interface Execution {
  readonly policy: AccessPolicy;
  readonly variables: object;
  readonly issues: readonly object[];
}

/**
 * A route whose operation has these parameters. `outcome` is the record that the operation returns, or its error. A record with the
 * member `isReplayed` is a replay.
 */
export function openRoute(
  definition: RouteDefinition,
  names: readonly string[],
  outcome: object | BoardError = { id: 'F-1' },
) {
  const executed: Execution[] = [];
  let refunds = 0;
  const route = createRoute(definition, {
    describe: describing(names),
    formatNextCall: () => [],
    cors: true,
    cacheControl: 'private',
    toCaller: () => caller,
    openSession: (_, policy) =>
      Promise.resolve({
        get rateLimit() {
          return { ...rateLimit, remaining: rateLimit.remaining + refunds };
        },
        refundCall: () => {
          refunds++;
          return Promise.resolve();
        },
        executeOperation: (_operation: Operation, variables: object, issues: readonly object[]) => {
          executed.push({ policy, variables, issues });
          if (outcome instanceof BoardError) return Promise.reject(outcome);
          return Promise.resolve({ isShared: false, isReplayed: 'isReplayed' in outcome, value: outcome });
        },
      } as unknown as Session),
  });
  const call = async (target: string, headers: Record<string, string> = {}, body?: object) => {
    const url = new URL(target, 'http://board');
    const request = new Request(url, {
      method: definition.method,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const bytes = body ? new TextEncoder().encode(JSON.stringify(body)) : null;
    const exchange: Exchange = {
      ...{ request, url, params: { fact_id: 'F-1' }, body: bytes, requestId: 'r', address: '192.0.2.1' },
      connection: null,
    };
    return (await route.serve(exchange)) as Reply;
  };
  return { route, executed, call };
}

export const define = (pattern: Parameters<typeof defineRoute>[0], options: Partial<RouteDefinition> = {}) =>
  defineRoute(pattern, { operation, summary: '', ...options });

export const PATCH_FACT = 'PATCH /v1/facts/{fact_id}';
export const GET_FACT = 'GET /v1/facts/{fact_id}';
