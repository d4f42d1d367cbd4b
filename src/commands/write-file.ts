import { randomUUID } from 'node:crypto';
import { constants, lstatSync, renameSync, rmSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../../prisma/postgres/files.ts';
import { CommandError, type Terminal } from './command.ts';

type Chunks = AsyncIterable<string | Uint8Array>;

/** Writes chunks with backpressure. */
const write = (chunks: Chunks, to: Writable, options: { readonly end: boolean }): Promise<void> =>
  pipeline(Readable.from(chunks, { highWaterMark: 1 }), to, options);

/**
 * Writes chunks to a temporary file with mode 0600, and renames it to `file` when it is complete. Replaces regular files
 * only. Throws CommandError if the file cannot be written.
 */
export async function writeToFile(chunks: Chunks, file: string, { interrupted }: Terminal): Promise<void> {
  assertReplaceable(file);
  const draft = `${file}.${randomUUID()}.part`;
  const discard = () => rmSync(draft, { force: true });
  let sourceError: unknown;
  async function* readChunks() {
    try {
      yield* chunks;
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }
  try {
    const handle = await open(draft, CREATE_NEW, 0o600);
    interrupted.catch(discard);
    await write(readChunks(), handle.createWriteStream({ flush: true }), { end: true });
    // Synchronous, so nothing else in this process runs between the check and the rename.
    assertReplaceable(file);
    renameSync(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    discard();
    // The source can fail at a system call as well: its database may close the connection.
    throw error === sourceError ? error : toCommandError(error);
  }
}

/** Flags with which `open` fails if the path exists, even as a dangling symbolic link. */
const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Throws CommandError if the path exists and is not a regular file. */
export function assertReplaceable(file: string): void {
  const kind = findSpecialKind(file);
  if (kind === null) return;
  throw new CommandError(
    `--out: ${file} is ${kind}, and only regular files are replaced; omit --out to write to standard output`,
  );
}

/** Returns what kind of file the path is; null if it does not exist or is a regular file. */
function findSpecialKind(file: string): string | null {
  const stats = readStats(file);
  if (!stats || stats.isFile()) return null;
  if (stats.isSymbolicLink()) return 'a symbolic link';
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a FIFO';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function readStats(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw toCommandError(error);
  }
}

/** Converts errors of system calls on the path, which the operator can fix, to CommandError. */
function toCommandError(error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  return syscall === undefined ? error : new CommandError(`--out: ${message}`, { cause: error });
}

/** Writes chunks to standard output. */
export const writeToStdout = (chunks: Chunks, { stdout }: Terminal): Promise<void> =>
  write(chunks, stdout, { end: false });
