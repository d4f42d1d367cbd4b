import type { Database } from '../../prisma/client.ts';
import { type BatchLoader, createBatchLoader } from '../data/batch-loaders.ts';
import { type InboxPageRequest, type PageRow, readPages } from './ranges.ts';

/** Maximum requests whose pages one statement reads. */
const MAX_PAGES = 20;

const loaders = new WeakMap<Database, BatchLoader<InboxPageRequest, readonly PageRow[]>>();

const createInboxPageLoader = (database: Database) =>
  createBatchLoader<InboxPageRequest, readonly PageRow[]>(
    (requests) => readPages(requests, (statement) => database.rows<PageRow>(statement)),
    { maxBatchSize: MAX_PAGES },
  );

/** Reads the rows of a page together with the pages of other waiting requests that the same news has woken. */
export function loadPage(database: Database, request: InboxPageRequest): Promise<readonly PageRow[]> {
  const loader = loaders.get(database) ?? createInboxPageLoader(database);
  loaders.set(database, loader);
  return loader.load(request);
}
