// Frames of a backup. A frame is a compressed message: a byte for the kind of the message, then JSON or the rows.
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { MAX_CHUNK_BYTES } from '../../prisma/backup/dump.ts';
import type { BackupMessage } from '../../prisma/backup/message.ts';

const KINDS = { manifest: 'M', table: 'T', rows: 'R', end: 'E' } as const;

/** Maximum bytes of a message before compression. Manifests are far smaller. */
const MAX_MESSAGE_BYTES = MAX_CHUNK_BYTES + 1;

/** Level 3 is seven times as fast as gzip at its default level, and files are slightly smaller (docs/decisions/0056-backups.md). */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Returns the frame of a message. */
export function encodeMessage(message: BackupMessage): Promise<Buffer> {
  const body = message.kind === 'rows' ? message.data : Buffer.from(JSON.stringify(bodyOf(message)));
  return compress(Buffer.concat([Buffer.from(KINDS[message.kind]), body]), COMPRESSION);
}

const bodyOf = (message: Exclude<BackupMessage, { kind: 'rows' }>) =>
  message.kind === 'manifest' ? message.manifest : { ...message, kind: undefined };

const digits = z.string().regex(/^\d{1,20}$/);
/** Without control characters: commands print these texts, and a backup without a passphrase can come from anyone. */
const printable = z.string().regex(/^\P{Control}*$/u);

const manifest = z.object({
  takenAt: z.iso.datetime(),
  postgres: printable,
  migrations: z.array(z.object({ name: printable, checksum: z.string() })),
  nextTransactionId: digits,
  sequences: z.array(z.object({ name: z.string(), value: digits.nullable() })),
  pepper: printable,
});
const table = z.object({ name: printable, columns: z.array(printable).min(1) });
const end = z.object({ tables: z.int(), rows: z.int() });

/** Returns the message of a frame. Throws if the bytes are not a frame. */
export async function decodeMessage(frame: Buffer): Promise<BackupMessage> {
  const bytes = await decompress(frame, { maxOutputLength: MAX_MESSAGE_BYTES });
  const [kind, body] = [String.fromCharCode(bytes[0] ?? 0), bytes.subarray(1)];
  if (kind === KINDS.rows) return { kind: 'rows', data: body };
  const parsed: unknown = JSON.parse(body.toString());
  if (kind === KINDS.manifest) return { kind: 'manifest', manifest: manifest.parse(parsed) };
  if (kind === KINDS.table) return { kind: 'table', ...table.parse(parsed) };
  if (kind === KINDS.end) return { kind: 'end', ...end.parse(parsed) };
  throw new Error('unknown kind of message');
}
