import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../../prisma/client.ts';
import { DAY_MS } from '../../../schema/values/durations.ts';
import { readLastBackup, recordBackup } from '../../../src/backup/last-backup.ts';
import { readConfig } from '../../../src/config.ts';
import { checkBackup } from '../../../src/doctor/backup.ts';
import { PEPPER } from '../../support/processes/command-line.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

test.each([
  [0, 'ok', '7 days ago'],
  [1, 'warn', '7 days ago'],
])(
  'the last backup of an embedded database, when it is seven days and %i ms old, is reported with the level %s',
  async (late, level, age) => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    const takenAt = new Date('2026-01-01T00:00:00Z');
    recordBackup(folder.data, { takenAt: takenAt.toISOString(), bytes: 1, file: null, isEncrypted: true });
    const config = readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER });

    const finding = await checkBackup(
      { config, now: () => new Date(takenAt.getTime() + 7 * DAY_MS + late) },
      {} as Database,
    );

    expect(finding).toMatchObject({ level, detail: expect.stringContaining(age) });
  },
);

test('the record of the last backup replaces an earlier one, is readable by its owner only, and counts only if it is whole', async () => {
  await using folder = await openFolder();
  mkdirSync(folder.data);
  const file = join(folder.data, 'last-backup.json');
  const before = readLastBackup(folder.data);
  const backup = { takenAt: '2026-01-01T00:00:00.000Z', bytes: 1, file: null, isEncrypted: true };

  recordBackup(folder.data, backup);
  recordBackup(folder.data, { ...backup, bytes: 2 });
  const after = readLastBackup(folder.data);
  const files = readdirSync(folder.data);
  const mode = statSync(file).mode & 0o777;
  writeFileSync(file, '{"takenAt":');

  expect([before, after, files, mode]).toEqual([null, { ...backup, bytes: 2 }, ['last-backup.json'], 0o600]);
  expect(readLastBackup(folder.data)).toBeNull();
});

const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];

test.each([
  ['has never failed', 'ok', { archivedAt: early, failedAt: null }],
  ['failed before it succeeded', 'ok', { archivedAt: late, failedAt: early }],
  ['failed after it succeeded', 'warn', { archivedAt: early, failedAt: late }],
  ['has always failed', 'warn', { archivedAt: null, failedAt: late }],
])('a server whose archiving %s is reported with the level %s', async (_name, level, archiver) => {
  const config = readConfig({ DATABASE_URL: 'postgresql://unused', KEY_PEPPER: PEPPER });
  const database = { rows: () => Promise.resolve([{ mode: 'on', ...archiver }]) } as unknown as Database;

  expect(await checkBackup({ config, now: () => late }, database)).toMatchObject({ level });
});
