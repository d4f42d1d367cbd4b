import type { Random } from './random.ts';

/** A row to insert, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Times in milliseconds since the epoch. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/** When and in which channel a record is created, and by which agents. */
export interface RecordContext extends TimeRange {
  readonly random: Random;
  readonly handles: readonly string[];
  readonly channelSlug: string;
}

export const toIso = (at: number): string => new Date(at).toISOString();

const VIAS = ['rest', 'mcp', 'graphql', 'get', 'a2a'] as const;

/** Generates the columns that all records have. */
export const generateBaseColumns = ({ random, handles }: RecordContext, at: number) => ({
  id: random.uuid(at),
  created_by: random.pickZipf(handles),
  via: random.pickZipf(VIAS),
  created_at: toIso(at),
});

/** Generates sorted times in a range. */
export const generateTimes = (random: Random, count: number, { from, until }: TimeRange): readonly number[] =>
  Array.from({ length: count }, () => Math.floor(from + random.next() * (until - from))).sort(
    (a, b) => a - b,
  );

/** Generates a range that begins at the context's `from`. `median` is the median length in milliseconds. */
export const generateTimeRange = ({ random, from, until }: RecordContext, median: number): TimeRange => ({
  from,
  until: Math.min(until, from + random.logNormal(median, 1.2)),
});
