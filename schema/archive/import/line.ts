import type { Noun, Row } from '../nouns.ts';

/** A line of a file, counted from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** What is wrong with an archive, and where: nothing of that line, and of those that went with it, was kept. */
export class ArchiveError extends Error {
  override name = 'ArchiveFault';
  readonly line: number;

  constructor(line: number, fault: string, cause?: unknown) {
    super(`line ${line}: ${fault}`, { cause });
    this.line = line;
  }
}

/** A record of an archive, as its line tells it and as the row it is to be. */
export interface ArchiveRecord {
  readonly line: number;
  readonly size: number;
  readonly noun: Noun;
  /** The line's members, read. */
  readonly told: Row;
  /** All columns but the computed ones, by the model's names; times are text. */
  readonly row: Row;
}

export type ParsedLine =
  | { readonly kind: 'head'; readonly exportedAt: Date; readonly board: string }
  | { readonly kind: 'end'; readonly records: number }
  | { readonly kind: 'record'; readonly entry: ArchiveRecord };

/** The lines of an archive from its first on, as often as it is asked for them. */
export type LineSource = () => AsyncIterable<Line> | Iterable<Line>;
