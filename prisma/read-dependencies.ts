// Tracks which rows a response was computed from. Triggers log changes under the same keys (the migration `log_changes`,
// docs/decisions/0052-responses-that-survive-writes.md).
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeKey, DependencyKeys, RowDependency } from './change-keys.ts';

/** Collects the dependencies of one response. */
export interface Dependencies {
  add(key: ChangeKey): void;
  /** Makes the response depend on every transaction. */
  addEverything(): void;
  /**
   * Begins a read whose dependencies are known only from its rows. Returns a function to call with them. Changes that arrive
   * in between are kept, and end the response if they match.
   */
  beginRead(): (dependencies: readonly RowDependency[]) => void;
}

const current = new AsyncLocalStorage<Dependencies | undefined>();

/**
 * Runs a computation. What it reads from the database is added to its dependencies: the keys that it passes to `dependOn`,
 * and everything for a statement outside of a loader.
 */
export const collectDependencies = <Result>(dependencies: Dependencies, compute: () => Result): Result =>
  current.run(dependencies, compute);

/** Adds dependencies of the current computation. Call it before the read: a change between read and call would be missed. */
export function dependOn(keys: DependencyKeys): void {
  const dependencies = current.getStore();
  if (!dependencies) return;
  if (keys === 'everything') dependencies.addEverything();
  else for (const key of keys) dependencies.add(key);
}

/**
 * Reads rows, and adds the dependencies that they determine: the ids of the rows of a page, or the time of the last one.
 */
export async function dependOnRows<Rows>(
  read: () => Promise<Rows>,
  toDependencies: (rows: Rows) => readonly RowDependency[],
): Promise<Rows> {
  const endRead = current.getStore()?.beginRead();
  const rows = await read();
  endRead?.(toDependencies(rows));
  return rows;
}

/** Runs a read outside of any computation, for a batch that serves several: each has already added its own dependencies. */
export const readForSeveral = <Result>(read: () => Result): Result => current.run(undefined, read);

/** Returns the function bound to the current computation, for a queue that calls it later. */
export const bindToComputation = <Result>(run: () => Result): (() => Result) =>
  current.getStore() ? AsyncLocalStorage.bind(run) : run;
