// The state of the computation of a response: the keys of the changes that invalidate the response, and the server on which the
// computation reads. Triggers log changes under these keys (change-keys.ts, docs/decisions/0052-responses-that-survive-writes.md).
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeKey, DependencyKeys, RowDependency } from './change-keys.ts';
import type { ReadTarget } from './database.ts';

/** Collects the dependencies of one response. */
export interface Dependencies {
  add(key: ChangeKey): void;
  /** Makes the response depend on every transaction. */
  addEverything(): void;
  /**
   * Begins a read whose dependencies are known only from its rows. Returns a function that adds them. Changes that arrive
   * during the read are kept, and invalidate the response if they match.
   */
  beginRead(): (dependencies: readonly RowDependency[]) => void;
}

interface Computation {
  readonly dependencies: Dependencies | null;
  /** The standby on which it reads; null for the primary. */
  target: ReadTarget | null;
}

const currentStorage = new AsyncLocalStorage<Computation | undefined>();

/**
 * Runs a computation. What it reads from the database is added to its dependencies: the keys that it passes to `dependOn`,
 * and everything for a statement outside of a loader.
 */
export const collectDependencies = <Result>(dependencies: Dependencies, compute: () => Result): Result =>
  currentStorage.run({ dependencies, target: currentTarget() }, compute);

/** Runs a computation that reads on a standby. With null it reads where the current computation does, by default on the primary. */
export const readOn = <Result>(target: ReadTarget | null, compute: () => Result): Result =>
  target ? currentStorage.run({ dependencies: null, target }, compute) : compute();

/** Runs a read on the primary, whatever the computation reads on. */
export const readOnPrimary = <Result>(read: () => Result): Result => {
  const computation = currentStorage.getStore();
  return computation?.target ? currentStorage.run({ ...computation, target: null }, read) : read();
};

/** Makes the current computation read on the primary from now on, because it needs more than the standby may have. */
export function leaveStandby(): void {
  const computation = currentStorage.getStore();
  if (computation) computation.target = null;
}

/** The standby on which the current computation reads; null for the primary. */
export function currentTarget(): ReadTarget | null {
  const target = currentStorage.getStore()?.target;
  return target && !target.isRetired ? target : null;
}

/** Adds dependencies of the current computation. Call it before the read: a change between read and call would be missed. */
export function dependOn(keys: DependencyKeys): void {
  const dependencies = currentStorage.getStore()?.dependencies;
  if (!dependencies) return;
  if (keys === 'everything') dependencies.addEverything();
  else for (const key of keys) dependencies.add(key);
}

/**
 * Reads rows, and adds the dependencies that they determine, such as the ids of the rows of a page, the time of the last row, or
 * the words of a search. After a read that fails, the computation depends on everything.
 */
export async function dependOnRows<Rows>(
  read: () => Promise<Rows>,
  toDependencies: (rows: Rows) => readonly RowDependency[],
): Promise<Rows> {
  const dependencies = currentStorage.getStore()?.dependencies;
  const endRead = dependencies?.beginRead();
  try {
    const rows = await read();
    endRead?.(toDependencies(rows));
    return rows;
  } catch (error) {
    // End the read, too: otherwise the response would keep all further changes.
    dependencies?.addEverything();
    endRead?.([]);
    throw error;
  }
}

/**
 * Runs a read for a batch that serves several computations: each has already added its dependencies, so the read adds none. All
 * of them must read on the same server.
 */
export function readForSeveral<Result>(read: () => Result): Result {
  const target = currentTarget();
  return currentStorage.run(target ? { dependencies: null, target } : undefined, read);
}

/** Returns the function bound to the current computation, for a queue that calls it later. */
export const bindToComputation = <Result>(run: () => Result): (() => Result) =>
  currentStorage.getStore() ? AsyncLocalStorage.bind(run) : run;
