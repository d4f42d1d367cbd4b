// Items of the feed: records, and changes of records.
import type { Context } from '../context.ts';
import type { RecordRow } from '../graphql/record.ts';
import {
  ENTRY_TYPES,
  type FeedRecordType,
  loadChangedRecord,
  loadPublicRecords,
  type TypedRecord,
} from './entries.ts';

export const FEED_TYPES = [...ENTRY_TYPES, 'answer', 'change'] as const;

export type FeedType = (typeof FEED_TYPES)[number];

/** An entry of the feed, ordered by `createdAt` and `id`. */
export interface FeedEntry {
  readonly id: string;
  readonly type: FeedType;
  readonly createdAt: Date;
  /** The kind of the change; null for all other entries. */
  readonly kind: string | null;
  /** The record that was created, or that changed. */
  readonly recordType: FeedRecordType;
  readonly recordId: string;
  /** A second record, such as the correction of a superseded fact, the first answer to an inquiry, or the inquiry of an answer. */
  readonly aboutType: FeedRecordType | null;
  readonly aboutId: string | null;
}

/** A change of a record. */
export interface Change extends RecordRow {
  readonly kind: string;
  /** The record as it is now, without long text. */
  readonly record: TypedRecord;
}

/** An item of the feed: the record or change of an entry. */
export interface FeedItem {
  readonly entry: FeedEntry;
  readonly record: TypedRecord;
}

/**
 * Loads the items of entries, in order. Hidden and quarantined records are left out for every caller, and so are changes that
 * `findChange` does not find.
 */
export async function loadFeedItems(ctx: Context, entries: readonly FeedEntry[]): Promise<FeedItem[]> {
  const items = await Promise.all(
    entries.map(async (entry) => {
      const records = await (entry.type === 'change'
        ? loadChange(ctx, entry)
        : loadPublicRecords(ctx, [{ id: entry.recordId, type: entry.recordType }]));
      return records.map((record) => ({ entry, record }));
    }),
  );
  return items.flat();
}

/** Returns the change with this id. Null if there is none, if its record is hidden, or if its second record is not public. */
export async function findChange(ctx: Context, id: string): Promise<TypedRecord | null> {
  const entry = await ctx.loaders.changeEntryById.load(id);
  const [change] = entry ? await loadChange(ctx, entry) : [];
  return change ?? null;
}

async function loadChange(
  ctx: Context,
  { id, createdAt, kind, recordId, recordType, aboutType, aboutId }: FeedEntry,
): Promise<(Change & TypedRecord)[]> {
  const [record, about] = await Promise.all([
    loadChangedRecord(ctx, { id: recordId, type: recordType }),
    aboutType && aboutId
      ? loadPublicRecords({ loaders: ctx.shortLoaders }, [{ id: aboutId, type: aboutType }])
      : null,
  ]);
  if (!record || about?.length === 0 || kind === null) return [];
  return [{ __typename: 'Change', id, createdAt, kind, record, via: record.via, version: 1 }];
}
