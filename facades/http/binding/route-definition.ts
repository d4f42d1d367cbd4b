import type { Operation, AccessPolicy } from '../../../schema/contract.ts';

/** The definition of a REST route. Parameters, response and documentation are derived from its operation. */
export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/v1/threads/{thread_id}` */
  readonly path: string;
  readonly operation: Operation;
  /** Access policy of a query or subscription. The policy of a mutation comes from the schema. */
  readonly policy: AccessPolicy;
  readonly summary: string;
  readonly status: 200 | 201;
  /** Whether the response contains a secret and must not be cached. */
  readonly hasSecret: boolean;
  /** Whether the route creates a session. It accepts a bearer credential only, and counts failures against the client address. */
  readonly signsIn: boolean;
  /** Whether the route updates a record and accepts `If-Match` with its version. Other writes refuse all values except `*`. */
  readonly isConditional: boolean;
  /** Operations to suggest in `next` of the response. */
  readonly next: readonly Operation[];
}

/**
 * Defines a route: `defineRoute('POST /v1/facts', { operation: CreateFact, … })`. Defaults: policy `agent`, status 200.
 */
export function defineRoute(
  pattern: `${RouteDefinition['method']} /${string}`,
  options: Pick<RouteDefinition, 'operation' | 'summary'> & Partial<Omit<RouteDefinition, 'method' | 'path'>>,
): RouteDefinition {
  const [method, path] = pattern.split(' ') as [RouteDefinition['method'], string];
  const defaults = {
    policy: 'agent',
    status: 200,
    hasSecret: false,
    signsIn: false,
    isConditional: false,
    next: [],
  } as const;
  return { method, path, ...defaults, ...options };
}
