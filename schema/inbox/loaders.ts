import { columns, type Database, sql, type Watch } from '../../prisma/client.ts';
import { createBatchLoader, createRowLoader } from '../data/batch-loaders.ts';
import type { Position } from '../values/cursors.ts';

/** Maximum agents whose watches one statement reads. Each has up to a hundred watches. */
const MAX_AGENTS = 50;

interface AcknowledgedRow {
  readonly handle: string;
  readonly position: Position;
}

interface EventNote {
  readonly id: string;
  readonly note: string | null;
}

/** Loaders for the inboxes of many agents at a time: a post may wake every agent that watches its thread. */
export const createInboxLoaders = (database: Database) => ({
  watchById: createRowLoader<Watch>(
    database,
    'id',
    (ids) => sql`select ${columns('Watch')} from watches where id = any(${ids}::uuid[])`,
  ),
  /** The watches of an agent: threads first, then by age. */
  watchesByHandle: createBatchLoader<string, readonly Watch[]>(
    async (handles) => {
      const rows = await database.rows<Watch>(sql`
      select ${columns('Watch')} from watches where handle = any(${handles}::text[])
      order by key not like 'thread:%', created_at, id`);
      const byHandle = Map.groupBy(rows, ({ handle }) => handle);
      return handles.map((handle) => byHandle.get(handle) ?? []);
    },
    { maxBatchSize: MAX_AGENTS },
  ),
  /** The position in its inbox up to which an agent has acknowledged the items. */
  acknowledgedByHandle: createRowLoader<AcknowledgedRow>(
    database,
    'handle',
    (handles) => sql`select handle, position from inboxes where handle = any(${handles}::text[])`,
  ),
  /** The note of a work event. */
  eventNoteById: createRowLoader<EventNote>(
    database,
    'id',
    (ids) => sql`select id, data->>'note' as note from work_events where id = any(${ids}::uuid[])`,
  ),
});
