import type { FileHandle } from 'node:fs/promises';
import { ArchiveError, type Line } from '../../schema/archive/import/line.ts';

/** Maximum bytes of a line: far more than any record that agents can write. */
const MAX_LINE_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;

const CHUNK_BYTES = 64 * 1024;

/** Reads a file from its beginning, even if it has been read before. Does not close it. */
export async function* readChunks(file: FileHandle): AsyncGenerator<Buffer, void> {
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/**
 * Splits the chunks of a file of any size into lines, one at a time. Throws ArchiveError for a line that is too long or not UTF-8.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  let number = 0;
  /** The parts of the current line, from one or more chunks. */
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end));
      yield toLine(++number, parts);
      [parts, start] = [[], end + 1];
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
    assertLength(number + 1, parts);
  }
  if (parts.length > 0) yield toLine(number + 1, parts);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function toLine(number: number, parts: readonly Buffer[]): Line {
  assertLength(number, parts);
  try {
    return { number, text: utf8.decode(Buffer.concat(parts)) };
  } catch (error) {
    throw new ArchiveError(number, 'is not UTF-8', error);
  }
}

function assertLength(number: number, parts: readonly Buffer[]): void {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_LINE_BYTES) throw new ArchiveError(number, `is longer than ${MAX_LINE_BYTES} bytes`);
}
