import { type Database, type EntryType, sql } from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';

type ChangedType = EntryType | 'answer' | 'submission';

/** A `FeedEntry` that is a change. Defined here, because an import of `FeedEntry` would close an import cycle. */
interface ChangeEntry {
  readonly id: string;
  readonly type: 'change';
  readonly createdAt: Date;
  readonly kind: string | null;
  readonly recordType: ChangedType;
  readonly recordId: string;
  readonly aboutType: ChangedType | null;
  readonly aboutId: string | null;
}

/** Creates the loader of changes in the feed. */
export const createFeedLoaders = (database: Database) => ({
  changeEntryById: createRowLoader<ChangeEntry>(
    database,
    'id',
    (ids) => sql`
      select id, feed_type as type, created_at as "createdAt", kind, record_type as "recordType", record_id as "recordId",
        about_type as "aboutType", about_id as "aboutId"
      from activities where id = any(${ids}::uuid[]) and feed_type = 'change'`,
    () => ['feed'],
  ),
});
