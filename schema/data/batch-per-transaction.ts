import DataLoader from 'dataloader';
import type { Transaction } from '../../prisma/client.ts';

/**
 * Creates a function that collects the items of one database or transaction in one tick of the event loop and
 * runs them as one batch. Writes that share a transaction thereby share their statements. `run` returns one result per
 * item, in order; an `Error` rejects only its item.
 */
export function batchPerTransaction<Item, Result>(
  run: (db: Transaction, items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): (db: Transaction, item: Item) => Promise<Result> {
  const loaders = new WeakMap<Transaction, DataLoader<Item, Result>>();
  return (db, item) => {
    const loader =
      loaders.get(db) ?? new DataLoader<Item, Result>((items) => run(db, items), { cache: false });
    loaders.set(db, loader);
    return loader.load(item);
  };
}
