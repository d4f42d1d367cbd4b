import { randomBytes } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_CHUNK_BYTES } from '../../../prisma/backup/dump.ts';
import type { BackupMessage } from '../../../prisma/backup/message.ts';
import { openBackup } from '../../../src/backup/read-backup.ts';
import { openFolder } from '../../support/processes/data-folder.ts';
import { flip, MANIFEST, MESSAGES, readBytes, writeBytes } from './small-backup.ts';

describe('a backup', () => {
  let bytes: Buffer;
  /** Positions of the first three frames. */
  let frames: readonly [number, number, number];
  beforeAll(async () => {
    bytes = await writeBytes();
    const first = bytes.indexOf('\n') + 1;
    const second = first + 4 + bytes.readUInt32BE(first);
    frames = [first, second, second + 4 + bytes.readUInt32BE(second)];
  });

  test('is read as it was written', async () => {
    expect(await readBytes(bytes)).toEqual(MESSAGES);
  });

  test('is read as it was written if its longest rows cannot be compressed', async () => {
    const data = randomBytes(MAX_CHUNK_BYTES);
    const bytes = await writeBytes(undefined, MESSAGES.with(3, { kind: 'rows', data }));

    const read = (await readBytes(bytes))[3];

    expect(read?.kind === 'rows' && data.equals(read.data)).toBe(true);
  });

  test('is refused if one of its bytes was changed', async () => {
    const [first] = frames;

    // In the header, in the length and the contents of the first frame, and in the last frame.
    for (const position of [first - 4, first + 2, first + 20, bytes.length - 30, bytes.length - 1])
      await expect(readBytes(flip(bytes, position)), String(position)).rejects.toThrow(
        /is damaged at byte|is truncated|is not a backup/,
      );
  });

  test('is refused with the position of the damage', async () => {
    const [first, second] = frames;

    await expect(readBytes(flip(bytes, first + 20))).rejects.toThrow(
      new RegExp(`^is damaged at byte ${first}$`),
    );
    await expect(readBytes(flip(bytes, second + 20))).rejects.toThrow(
      new RegExp(`^is damaged at byte ${second}$`),
    );
  });

  test.each([
    [0, 'is truncated'],
    [0xff_ff_ff_ff, 'is damaged'],
  ])('is refused if a frame has the length %i, with the message “%s”', async (size, fault) => {
    const altered = Buffer.from(bytes);
    altered.writeUInt32BE(size, frames[1]);

    await expect(readBytes(altered)).rejects.toThrow(
      fault === 'is truncated' ? fault : `${fault} at byte ${frames[1]}`,
    );
  });

  test('is read up to its last byte, frame by frame', async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'backup');
    await writeFile(file, bytes);
    await using handle = await open(file);
    const positions: number[] = [];

    const readMessages = await openBackup(handle, undefined);
    await Array.fromAsync(readMessages((position) => positions.push(position)));

    expect(positions).toHaveLength(MESSAGES.length);
    expect([positions[0], positions[1], positions.at(-1)]).toEqual([...frames.slice(1), bytes.length]);
  });

  test('is refused if a frame has more bytes of rows than a board writes', async () => {
    const longer = await writeBytes(
      undefined,
      MESSAGES.with(3, { kind: 'rows', data: Buffer.alloc(MAX_CHUNK_BYTES + 1, 'x') }),
    );

    await expect(readBytes(longer)).rejects.toThrow('is damaged');
  });

  test('is refused if it is truncated, also between two frames', async () => {
    const [first, second] = frames;

    for (const length of [first, first + 3, second, second + 10, bytes.length - 1])
      await expect(readBytes(bytes.subarray(0, length)), String(length)).rejects.toThrow('is truncated');
  });

  test('is refused if a frame is repeated, removed or added', async () => {
    const [, second, third] = frames;
    const [head, frame, tail] = [
      bytes.subarray(0, second),
      bytes.subarray(second, third),
      bytes.subarray(third),
    ];

    for (const parts of [
      [head, frame, frame, tail],
      [head, tail],
      [bytes, frame],
    ])
      await expect(readBytes(Buffer.concat(parts))).rejects.toThrow('is damaged');
  });
});

test.each<readonly [string, readonly BackupMessage[], string]>([
  ['has messages after its end', [...MESSAGES, MESSAGES[1]!], 'continues after its end'],
  ['has two ends', [...MESSAGES, MESSAGES.at(-1)!], 'continues after its end'],
  ['has no end', MESSAGES.slice(0, -1), 'is truncated'],
  ['begins with a table', MESSAGES.slice(1), 'is truncated'],
  ['is empty', [], 'is truncated'],
])('a backup that %s is refused', async (_what, messages, issue) => {
  const bytes = await writeBytes(undefined, messages);

  await expect(readBytes(bytes)).rejects.toThrow(issue);
});

test.each<readonly [string, number, BackupMessage]>([
  [
    'the version of PostgreSQL',
    0,
    { kind: 'manifest', manifest: { ...MANIFEST, postgres: '18\u001b]0;x\u0007' } },
  ],
  [
    'a migration',
    0,
    { kind: 'manifest', manifest: { ...MANIFEST, migrations: [{ name: 'a\nb', checksum: 'abc' }] } },
  ],
  ['a column', 1, { kind: 'table', name: 'agents', columns: ['id\u001b[2J', 'handle'] }],
  ['a table', 1, { kind: 'table', name: 'agents\u009b2J', columns: ['id', 'handle'] }],
  ['the pepper', 0, { kind: 'manifest', manifest: { ...MANIFEST, pepper: `${MANIFEST.pepper}\u0007` } }],
])(
  'a backup is refused if %s has control characters, which a terminal would obey',
  async (_part, position, changed) => {
    const bytes = await writeBytes(undefined, MESSAGES.with(position, changed));

    await expect(readBytes(bytes)).rejects.toThrow('is damaged');
  },
);

test('a file that is not a backup, or that a newer version wrote, is refused', async () => {
  const [line = ''] = (await writeBytes()).toString('latin1').split('\n', 1);

  for (const text of ['', 'text', '{}\n', 'x'.repeat(5000)])
    await expect(readBytes(Buffer.from(text))).rejects.toThrow('is not a backup of a board');
  await expect(readBytes(Buffer.from(`${line.replace('"version":1', '"version":2')}\n`))).rejects.toThrow(
    'was written by a newer version of the board',
  );
});
