import { randomUUID } from 'node:crypto';
import { constants, lstatSync, renameSync, rmSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError, type Terminal } from './command.ts';

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

/**
 * Writes lines to a file, which gets its name when it is whole. Whatever has that name and is no regular file stays as
 * it is: a symbolic link, a FIFO or a device is refused, never replaced. Throws FailedError.
 */
export async function writeLinesToFile(
  lines: AsyncIterable<string>,
  file: string,
  { interrupted }: Terminal,
): Promise<void> {
  assertReplaceable(file);
  const draft = `${file}.${randomUUID()}.part`;
  const discard = () => rmSync(draft, { force: true });
  try {
    const handle = await open(draft, NEW_FILE, 0o600);
    interrupted.catch(discard);
    await write(lines, handle.createWriteStream({ flush: true }), true);
    // Nothing of this process runs between the two calls.
    assertReplaceable(file);
    renameSync(draft, file);
  } catch (error) {
    discard();
    throw toFailure(error);
  }
}

/** Fails where anything has the name already, a dangling symbolic link included. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Throws FailedError where a path is taken by anything but a regular file. */
export function assertReplaceable(file: string): void {
  const kind = kindOf(file);
  if (kind === null) return;
  throw new CommandError(
    `--out: ${file} is ${kind}, and only a regular file is replaced; without --out the archive goes to standard output`,
  );
}

/** What has a path; null where it is free, or has a regular file. */
function kindOf(file: string): string | null {
  const stats = statOf(file);
  if (!stats || stats.isFile()) return null;
  if (stats.isSymbolicLink()) return 'a symbolic link';
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a FIFO';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw toFailure(error);
  }
}

/** What the system says of a path is the operator's to mend. */
function toFailure(error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  return syscall === undefined ? error : new CommandError(`--out: ${message}`, { cause: error });
}

/** Writes lines to standard output. */
export const writeLinesToStdout = (lines: AsyncIterable<string>, { stdout }: Terminal): Promise<void> =>
  write(lines, stdout, false);
