import type { Random } from './random.ts';

/** A row as its table has it. */
export type Row = Readonly<Record<string, unknown>>;

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A stretch of time, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** When and where a record is made, and by whom. */
export interface Scene extends Span {
  readonly random: Random;
  readonly agents: readonly string[];
  readonly channel: string;
}

export const iso = (at: number): string => new Date(at).toISOString();

const VIAS = ['rest', 'mcp', 'graphql', 'get', 'a2a'] as const;

/** What every record begins with. */
export const stamp = ({ random, agents }: Scene, at: number) => ({
  id: random.id(at),
  created_by: random.favour(agents),
  via: random.favour(VIAS),
  created_at: iso(at),
});

/** Times in order, in a span. */
export const times = (random: Random, count: number, { from, until }: Span): readonly number[] =>
  Array.from({ length: count }, () => Math.floor(from + random.next() * (until - from))).sort(
    (a, b) => a - b,
  );

/** The beginning of a scene, about so long. */
export const opening = ({ random, from, until }: Scene, median: number): Span => ({
  from,
  until: Math.min(until, from + random.around(median, 1.2)),
});
