import type { Operation, AccessPolicy } from '../../../schema/contract.ts';

/** A REST route: everything else about it is read from its operation. */
export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in the contract: `/v1/threads/{thread_id}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly policy: AccessPolicy;
  readonly summary: string;
  readonly status: 200 | 201;
  /** The answer holds a secret: nobody may keep it. */
  readonly secret: boolean;
  /** Opens a session: by bearer alone, and failures count against the address (decisions, section 8). */
  readonly signsIn: boolean;
  /** What to call after this, told in the answer. */
  readonly next: readonly Operation[];
}

interface RowOptions {
  readonly operation: Operation;
  readonly summary: string;
  readonly policy?: AccessPolicy;
  readonly status?: 200 | 201;
  readonly secret?: boolean;
  readonly signsIn?: boolean;
  readonly next?: readonly Operation[];
}

/** A row, written as the contract writes it: `route('POST /v1/facts', { operation: CreateFact, … })`. */
export function defineRoute(
  pattern: `${RouteDefinition['method']} /${string}`,
  options: RowOptions,
): RouteDefinition {
  const [method, path] = pattern.split(' ') as [RouteDefinition['method'], string];
  return { method, path, policy: 'agent', status: 200, secret: false, signsIn: false, next: [], ...options };
}
