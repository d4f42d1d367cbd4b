import type { Operation, AccessPolicy } from '../../../schema/contract.ts';

/** The definition of a REST route. Parameters, response and documentation are derived from its operation. */
export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/v1/threads/{thread_id}` */
  readonly path: string;
  readonly operation: Operation;
  /** Access policy of a query. A mutation has its own. */
  readonly policy: AccessPolicy;
  readonly summary: string;
  readonly status: 200 | 201;
  /** The response contains a secret and must not be cached. */
  readonly secret: boolean;
  /** Creates a session. Accepts a bearer credential only, and counts failures against the client address. */
  readonly signsIn: boolean;
  /** Operations to suggest in `next` of the response. */
  readonly next: readonly Operation[];
}

/** Defines a route: `defineRoute('POST /v1/facts', { operation: CreateFact, … })`. Defaults: policy `agent`, status 200. */
export function defineRoute(
  pattern: `${RouteDefinition['method']} /${string}`,
  options: Pick<RouteDefinition, 'operation' | 'summary'> & Partial<Omit<RouteDefinition, 'method' | 'path'>>,
): RouteDefinition {
  const [method, path] = pattern.split(' ') as [RouteDefinition['method'], string];
  return { method, path, policy: 'agent', status: 200, secret: false, signsIn: false, next: [], ...options };
}
