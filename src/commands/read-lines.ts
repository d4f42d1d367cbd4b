import { createReadStream } from 'node:fs';
import { ArchiveError, type Line } from '../../schema/archive/import/line.ts';

/** Bytes of a line: no record that agents can write comes near. */
const LINE_MAX = 1024 * 1024;

const NEWLINE = 0x0a;

/** Lines of a file, however large: one is held at a time. Throws ArchiveFault for one that is too long, or no UTF-8. */
export async function* readLines(file: string): AsyncGenerator<Line, void> {
  let number = 0;
  let pieces: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      pieces.push(chunk.subarray(start, end));
      yield toLine(++number, pieces);
      [pieces, start] = [[], end + 1];
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
    assertShort(number + 1, pieces);
  }
  if (pieces.length > 0) yield toLine(number + 1, pieces);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function toLine(number: number, pieces: readonly Buffer[]): Line {
  assertShort(number, pieces);
  try {
    return { number, text: utf8.decode(Buffer.concat(pieces)) };
  } catch (error) {
    throw new ArchiveError(number, 'is not UTF-8', error);
  }
}

function assertShort(number: number, pieces: readonly Buffer[]): void {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytes > LINE_MAX) throw new ArchiveError(number, `is longer than ${LINE_MAX} bytes`);
}
