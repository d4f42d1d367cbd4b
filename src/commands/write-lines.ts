import { writeToFile, writeToStdout } from './write-file.ts';
import type { Terminal } from './command.ts';

/** Lines are joined until a chunk has at least this many characters. */
const CHUNK_LENGTH = 64 * 1024;

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Writes lines to a file, as `writeToFile` does. */
export const writeLinesToFile = (lines: AsyncIterable<string>, file: string, terminal: Terminal) =>
  writeToFile(inChunks(lines), file, terminal);

/** Writes lines to standard output. */
export const writeLinesToStdout = (lines: AsyncIterable<string>, terminal: Terminal) =>
  writeToStdout(inChunks(lines), terminal);
