import type { BackupMessage } from '../../prisma/backup/message.ts';
import { encodeMessage } from './frame.ts';
import { createHeader, deriveKey, FrameCipher } from './sealing.ts';

/** Bytes of the length before each frame. */
export const LENGTH_BYTES = 4;

/**
 * Converts the messages to the bytes of a backup: a line of JSON (`BackupHeader`), then a frame for each message, with its
 * length before it.
 */
export async function* writeBackup(
  messages: AsyncIterable<BackupMessage> | Iterable<BackupMessage>,
  passphrase: string | undefined,
): AsyncGenerator<Buffer, void> {
  const header = createHeader(passphrase !== undefined);
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const cipher = new FrameCipher(await deriveKey(header, passphrase), line);
  yield line;
  for await (const message of messages) {
    const sealed = cipher.seal(await encodeMessage(message));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(sealed.length);
    yield Buffer.concat([length, sealed]);
  }
}
