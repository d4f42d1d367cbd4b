// What a response depends on: the keys under which triggers log the changes of what it has read (the migration
// `log_changes`, docs/decisions/0052-responses-that-survive-writes.md).
import { AsyncLocalStorage } from 'node:async_hooks';

/** Collects the dependencies of one response. */
export interface Dependencies {
  /** Adds a key: the name of a table, the id of a record, or `agent:` and a handle. */
  add(key: string): void;
  /** Makes the response depend on every transaction. */
  addEverything(): void;
  /**
   * Begins a read whose dependencies its rows determine. Call the returned function with them after the read. Until then the
   * response collects all changes, and ends if one of them is among the dependencies.
   */
  beginRead(): (dependencies: readonly RowDependency[]) => void;
}

/** A key, or a key and a time: then the response depends only on changes of records up to that time. */
export type RowDependency = string | { readonly key: string; readonly until: Date };

/** Keys of what a read depends on. `everything` for a read of rows whose changes are not logged. */
export type DependencyKeys = readonly string[] | 'everything';

const current = new AsyncLocalStorage<Dependencies | undefined>();

/**
 * Runs a computation. What it reads from the database is added to its dependencies: the keys that it passes to `dependOn`,
 * and everything for a statement outside of a loader.
 */
export const collectDependencies = <Result>(dependencies: Dependencies, compute: () => Result): Result =>
  current.run(dependencies, compute);

/** Adds dependencies of the current computation, before the read of which they are. */
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

/** Runs a read for several computations, which have added their dependencies themselves. */
export const readForSeveral = <Result>(read: () => Result): Result => current.run(undefined, read);

/** Returns the function bound to the current computation, for a queue that calls it later. */
export const inThisComputation = <Result>(run: () => Result): (() => Result) =>
  current.getStore() ? AsyncLocalStorage.bind(run) : run;
