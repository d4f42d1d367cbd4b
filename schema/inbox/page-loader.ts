import type { Database } from '../../prisma/client.ts';
import { type BatchLoader, createBatchLoader } from '../data/batch-loaders.ts';
import { type PageRequest, readPages, type Row } from './ranges.ts';

/** Maximum requests whose pages one statement reads. */
const MAX_PAGES = 20;

const loaders = new WeakMap<Database, BatchLoader<PageRequest, readonly Row[]>>();

const createPageLoader = (database: Database) =>
  createBatchLoader<PageRequest, readonly Row[]>(
    (requests) => readPages(requests, (statement) => database.rows<Row>(statement)),
    { maxBatchSize: MAX_PAGES },
  );

/** Reads the rows of a page together with those of other waiting requests that the same news have woken. */
export function loadPage(database: Database, request: PageRequest): Promise<readonly Row[]> {
  const loader = loaders.get(database) ?? createPageLoader(database);
  loaders.set(database, loader);
  return loader.load(request);
}
