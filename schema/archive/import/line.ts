import type { ArchivedType, Row } from '../archived-types.ts';

/** A line of a file. `number` counts from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** An invalid line of an archive. Nothing of its batch was written. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
  readonly line: number;

  constructor(line: number, issue: string, cause?: unknown) {
    super(`line ${line}: ${issue}`, { cause });
    this.line = line;
  }
}

/** A record of an archive. */
export interface ArchiveRecord {
  readonly line: number;
  /** Length of the line in UTF-16 code units. */
  readonly size: number;
  readonly archivedType: ArchivedType;
  /** The members of the line, validated, with the names of columns. */
  readonly members: Row;
  /** All fields except computed ones, with the names of the model. Times are text. */
  readonly row: Row;
}

export type ParsedLine =
  | { readonly kind: 'head'; readonly exportedAt: Date; readonly board: string }
  | { readonly kind: 'end'; readonly records: number }
  | { readonly kind: 'record'; readonly record: ArchiveRecord };

/** Returns the lines of an archive from the first. Called once for each pass over the archive. */
export type LineSource = () => AsyncIterable<Line> | Iterable<Line>;
