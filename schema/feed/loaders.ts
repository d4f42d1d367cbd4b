import { type Database, sql } from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';
import type { FeedEntry } from './changes.ts';

export const createFeedLoaders = (database: Database) => ({
  /** Entries of changes, by their ids. */
  changeEntryById: createRowLoader<FeedEntry>(
    database,
    'id',
    (ids) => sql`
      select id, feed_type as type, created_at as "createdAt", kind, record_type as "recordType", record_id as "recordId",
        about_type as "aboutType", about_id as "aboutId"
      from activities where id = any(${ids}::uuid[]) and feed_type = 'change'`,
  ),
});
