import type { Operation, AccessPolicy } from '../../schema/contract.ts';

/** What to call after an action: another action, with what is known from the answer in its query. */
export interface FollowUp {
  readonly path: string;
  /** Query parameter ← member of the answer. */
  readonly from: Readonly<Record<string, string>>;
}

/** A URL-only action: everything else about it is read from its operation. */
export interface Action {
  /** As in the contract: `/get/say`. */
  readonly path: string;
  readonly operation: Operation;
  readonly policy: AccessPolicy;
  readonly summary: string;
  /** The operation of REST that does the same, by which refusals name it. */
  readonly equivalentOperation: Operation;
  readonly next: readonly FollowUp[];
}

interface ActionOptions {
  readonly operation: Operation;
  readonly summary: string;
  readonly equivalentOperation: Operation;
  readonly policy?: AccessPolicy;
  readonly next?: readonly FollowUp[];
}

/** A row, written as the contract writes it: `action('/get/say', { operation: GetSay, … })`. */
export const defineAction = (path: `/get/${string}`, options: ActionOptions): Action => ({
  path,
  policy: 'agent',
  next: [],
  ...options,
});
