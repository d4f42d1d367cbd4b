// How records live, as data: the rules act by these tables, and what tells of them is rendered from them.
import type { ErrorCode } from '../contract.ts';

/** One row: in this state, this operation by these comes to this. Of several that fit, the first counts. */
export interface Transition<
  State extends string = string,
  Operation extends string = string,
  Who extends string = string,
> {
  readonly from: State;
  readonly operation: Operation;
  /** A role of the caller; `time` where nobody asks. */
  readonly who: Who;
  /** The state after it; null where it is refused. */
  readonly to: State | null;
  /** What it is refused with; null where it is not. */
  readonly refusal: ErrorCode | null;
  /** It succeeds and leaves everything as it was. */
  readonly unchanged: boolean;
  /** What else it does, or why not. */
  readonly effect: string;
}

/** The states in which an operation by this role moves the record. */
export const statesAllowing = <State extends string, Operation extends string, Who extends string>(
  table: readonly Transition<State, Operation, Who>[],
  operation: NoInfer<Operation>,
  who: NoInfer<Who>,
): readonly State[] =>
  table
    .filter((row) => row.operation === operation && row.who === who && row.to !== null && !row.unchanged)
    .map(({ from }) => from);

interface Attempt<State, Operation, Who> {
  readonly state: State;
  readonly operation: Operation;
  readonly roles: ReadonlySet<Who>;
}

/** What the table says to an attempt. */
export function findTransition<State extends string, Operation extends string, Who extends string>(
  table: readonly Transition<State, Operation, Who>[],
  { state, operation, roles }: NoInfer<Attempt<State, Operation, Who>>,
): Transition<State, Operation, Who> {
  const row = table.find(
    ({ from, operation: named, who }) => from === state && named === operation && roles.has(who),
  );
  if (!row) throw new Error(`the table says nothing of ${operation} in ${state}`);
  return row;
}
