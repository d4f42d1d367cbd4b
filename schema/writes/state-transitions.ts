// The type of the rows of state transition tables, and lookups in such tables. The documentation is generated from the tables.
import type { ErrorCode } from '../contract.ts';

/** One row of a table: what an operation by a role does in a state. The first row that matches applies. */
export interface Transition<
  State extends string = string,
  Operation extends string = string,
  Who extends string = string,
> {
  readonly from: State;
  readonly operation: Operation;
  /** Role of the caller; `time` for transitions that happen when a deadline passes. */
  readonly who: Who;
  /** The new state; null if the operation is refused. */
  readonly to: State | null;
  /** The error code if the operation is refused, else null. */
  readonly refusal: ErrorCode | null;
  /** Whether the operation succeeds without changing anything. */
  readonly unchanged: boolean;
  /** Further effects, or the reason of the refusal. */
  readonly effect: string;
}

/** The states in which the table allows an operation by this role, without those in which it changes nothing. */
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

/** Returns the first row for this state and operation and one of these roles. Throws if the table has none. */
export function findTransition<State extends string, Operation extends string, Who extends string>(
  table: readonly Transition<State, Operation, Who>[],
  { state, operation, roles }: NoInfer<Attempt<State, Operation, Who>>,
): Transition<State, Operation, Who> {
  const transition = table.find(
    (row) => row.from === state && row.operation === operation && roles.has(row.who),
  );
  if (!transition) throw new Error(`no transition for ${operation} in state ${state}`);
  return transition;
}
