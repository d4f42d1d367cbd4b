import { createWriteStream, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FailedError, type Terminal } from './command.ts';

/** Characters that are written at once. */
const CHUNK = 64 * 1024;

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Writes lines as fast as they are taken. */
const write = (lines: AsyncIterable<string>, to: Writable, end: boolean): Promise<void> =>
  pipeline(Readable.from(inChunks(lines), { highWaterMark: 1 }), to, { end });

/** A file gets its name when it is whole. */
export async function writeFile(
  lines: AsyncIterable<string>,
  file: string,
  { interrupted }: Terminal,
): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  interrupted.catch(() => rmSync(draft, { force: true }));
  try {
    await write(lines, createWriteStream(draft, { flags: 'wx' }), true);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new FailedError(`--out: ${(error as Error).message}`, { cause: error });
  }
}

/** Writes lines to standard output. */
export const writeOut = (lines: AsyncIterable<string>, { stdout }: Terminal): Promise<void> =>
  write(lines, stdout, false);
