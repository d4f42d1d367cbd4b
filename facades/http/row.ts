import type { Operation, Policy } from '../../schema/contract.ts';

/** A REST route: everything else about it is read from its operation. */
export interface RestRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As in the contract: `/v1/threads/{thread_id}`. */
  readonly path: string;
  readonly operation: Operation;
  readonly policy: Policy;
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
  readonly policy?: Policy;
  readonly status?: 200 | 201;
  readonly secret?: boolean;
  readonly signsIn?: boolean;
  readonly next?: readonly Operation[];
}

/** A row, written as the contract writes it: `route('POST /v1/facts', { operation: CreateFact, … })`. */
export function route(pattern: `${RestRow['method']} /${string}`, options: RowOptions): RestRow {
  const [method, path] = pattern.split(' ') as [RestRow['method'], string];
  return { method, path, policy: 'agent', status: 200, secret: false, signsIn: false, next: [], ...options };
}
