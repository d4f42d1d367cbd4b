// Numbers of records by type.
import { type EntryType, raw } from '../../prisma/client.ts';

/** Types of records that are counted. */
const COUNTED_TYPES = [
  'thread',
  'post',
  'inquiry',
  'fact',
  'report',
  'work',
] as const satisfies readonly EntryType[];

/** Number of records created, by type. */
export type TypeCounts = Readonly<Record<(typeof COUNTED_TYPES)[number], number>>;

/** The types as an SQL array. */
export const countedTypes = raw(`'{${COUNTED_TYPES.join(',')}}'::"EntryType"[]`);

/** Columns of `TypeCounts`, from rows with `type` and `count`. */
export const byType = raw(
  COUNTED_TYPES.map(
    (type) => `coalesce(sum(count) filter (where type = '${type}'), 0)::int as "${type}"`,
  ).join(', '),
);
