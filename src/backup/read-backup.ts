import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { MAX_CHUNK_BYTES } from '../../prisma/backup/dump.ts';
import type { BackupMessage } from '../../prisma/backup/message.ts';
import { decodeMessage } from './frame.ts';
import { type BackupHeader, deriveKey, FrameCipher, TAG_BYTES } from './sealing.ts';
import { LENGTH_BYTES } from './write-backup.ts';

/**
 * The file cannot be read as a complete and unchanged backup with this passphrase. The message is the rest of a sentence that
 * begins with the name of the file, such as `is truncated`.
 */
export class BackupFileError extends Error {
  override name = 'BackupFileError';
}

/**
 * Reads the messages of a backup from its beginning. Each message that it yields is undamaged and, if the backup is encrypted,
 * authentic. `onRead` is called with the position in the file, in bytes. Throws BackupFileError if a frame was changed, moved or
 * removed. It does not detect that frames are missing at the end: a complete backup ends with the message `end`.
 */
type ReadMessages = (onRead?: (position: number) => void) => AsyncGenerator<BackupMessage, void>;

const MAX_HEADER_BYTES = 1024;

/** Compression makes random bytes slightly longer. */
const MAX_FRAME_BYTES = MAX_CHUNK_BYTES + MAX_CHUNK_BYTES / 64 + TAG_BYTES;

/**
 * Reads the header and derives the key. Returns a function that reads the messages anew in each call. Throws
 * BackupFileError if the file is not a backup or has a newer format, if it is encrypted and there is no passphrase, or if it is not
 * encrypted and there is one.
 */
export async function openBackup(file: FileHandle, passphrase: string | undefined): Promise<ReadMessages> {
  const start = await readAt(file, 0, MAX_HEADER_BYTES);
  const line = start.subarray(0, start.indexOf('\n') + 1);
  const header = parseHeader(line);
  const isEncrypted = header.key === undefined;
  if (isEncrypted && passphrase === undefined)
    throw new BackupFileError('is encrypted: --passphrase-file is required');
  if (!isEncrypted && passphrase !== undefined)
    throw new BackupFileError(
      'is not encrypted, so it may not be the expected one: omit --passphrase-file to use it',
    );
  const key = await deriveKey(header, passphrase);
  return async function* (onRead = () => undefined) {
    const cipher = new FrameCipher(key, line);
    let position = line.length;
    for await (const sealed of readFrames(file, position)) {
      yield await decodeFrame(cipher, sealed).catch((cause: unknown) => {
        const mayBeWrongKey = position === line.length && isEncrypted;
        const doubt = mayBeWrongKey ? ', or the passphrase is wrong' : '';
        throw new BackupFileError(`is damaged at byte ${position}${doubt}`, { cause });
      });
      position += LENGTH_BYTES + sealed.length;
      onRead(position);
    }
  };
}

const decodeFrame = async (cipher: FrameCipher, sealed: Buffer) => decodeMessage(cipher.open(sealed));

const headerSchema = z.object({
  format: z.literal('agent-board backup'),
  version: z.int(),
  key: z.string().optional(),
  salt: z.string().optional(),
});

function parseHeader(line: Buffer): BackupHeader {
  let header;
  try {
    header = headerSchema.parse(JSON.parse(line.toString()));
  } catch (cause) {
    throw new BackupFileError('is not a backup of a board', { cause });
  }
  if (header.version !== 1) throw new BackupFileError('was written by a newer version of the board');
  return header as BackupHeader;
}

/** Reads the sealed frames from a position to the end of the file. */
async function* readFrames(file: FileHandle, start: number): AsyncGenerator<Buffer, void> {
  for (let position = start; ;) {
    const prefix = await readAt(file, position, LENGTH_BYTES);
    if (prefix.length === 0) return;
    const size = prefix.length === LENGTH_BYTES ? prefix.readUInt32BE() : 0;
    if (size > MAX_FRAME_BYTES) throw new BackupFileError(`is damaged at byte ${position}`);
    const sealed = await readAt(file, position + LENGTH_BYTES, size);
    if (size === 0 || sealed.length < size) throw new BackupFileError('is truncated');
    yield sealed;
    position += LENGTH_BYTES + size;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
