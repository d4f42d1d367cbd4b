import type { Operation, AccessPolicy } from '../../schema/contract.ts';

/** An action to call after another, with query parameters from the result of the first. */
export interface FollowUp {
  readonly path: string;
  /** Query parameter → member of the result. */
  readonly from: Readonly<Record<string, string>>;
}

/** A `/get` action. Its parameters and results are derived from its operation. */
export interface Action {
  /** As in the contract: `/get/say`. */
  readonly path: string;
  readonly operation: Operation;
  /** Access policy of a query. A mutation has its own. */
  readonly policy: AccessPolicy;
  readonly summary: string;
  /** The REST operation that does the same. Errors name it in `next`. */
  readonly equivalentOperation: Operation;
  readonly next: readonly FollowUp[];
}

/** Defines an action. Defaults: policy `agent`, no follow-ups. */
export const defineAction = (
  path: `/get/${string}`,
  options: Pick<Action, 'operation' | 'summary' | 'equivalentOperation'> &
    Partial<Pick<Action, 'policy' | 'next'>>,
): Action => ({
  path,
  policy: 'agent',
  next: [],
  ...options,
});
