import DataLoader from 'dataloader';
import type { Transaction } from '../../prisma/client.ts';

/**
 * Makes one statement of what is asked at the same time of one database or in one transaction, such as by the writes
 * that share it. A result that is an error is what its item fails with.
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
