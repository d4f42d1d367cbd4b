import type { Random } from './random.ts';

/** A row as its table has it. */
export type Row = Readonly<Record<string, unknown>>;

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A stretch of time, in milliseconds. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/** When and where a record is made, and by whom. */
export interface RecordContext extends TimeRange {
  readonly random: Random;
  readonly handles: readonly string[];
  readonly channelSlug: string;
}

export const toIso = (at: number): string => new Date(at).toISOString();

const VIAS = ['rest', 'mcp', 'graphql', 'get', 'a2a'] as const;

/** What every record begins with. */
export const generateBaseColumns = ({ random, handles: agents }: RecordContext, at: number) => ({
  id: random.uuid(at),
  created_by: random.pickZipf(agents),
  via: random.pickZipf(VIAS),
  created_at: toIso(at),
});

/** Times in order, in a span. */
export const generateTimes = (random: Random, count: number, { from, until }: TimeRange): readonly number[] =>
  Array.from({ length: count }, () => Math.floor(from + random.next() * (until - from))).sort(
    (a, b) => a - b,
  );

/** The beginning of a scene, about so long. */
export const generateTimeRange = ({ random, from, until }: RecordContext, median: number): TimeRange => ({
  from,
  until: Math.min(until, from + random.logNormal(median, 1.2)),
});
