// The checks of the last backup and of the WAL archive, and the file that records the last backup.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../prisma/client.ts';
import { DAY_MS, HOUR_MS } from '../../../schema/values/durations.ts';
import { readLastBackup, recordBackup } from '../../../src/backup/last-backup.ts';
import { readConfig } from '../../../src/config.ts';
import { checkBackup } from '../../../src/doctor/backup.ts';
import { PEPPER } from '../../support/processes/command-line.ts';
import { openFolder, type TestFolder } from '../../support/processes/data-folder.ts';

const TAKEN = new Date('2026-01-01T00:00:00Z');

describe('the last backup', () => {
  const check = async (folder: TestFolder, ageMs: number) =>
    checkBackup(
      {
        config: readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER }),
        now: () => new Date(TAKEN.getTime() + ageMs),
      },
      {} as Database,
    );

  test.each([
    [HOUR_MS - 1, 'less than an hour'],
    [HOUR_MS, '1 h'],
    [48 * HOUR_MS - 1, '47 h'],
    [48 * HOUR_MS, '2 days'],
    [72 * HOUR_MS - 1, '2 days'],
  ])('that was taken %i ms ago is reported as “%s ago”', async (age, text) => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    recordBackup(folder.data, {
      takenAt: TAKEN.toISOString(),
      bytes: 1_500,
      file: '/a/b',
      isEncrypted: false,
    });

    expect(await check(folder, age)).toEqual({
      level: 'ok',
      subject: 'backup',
      detail: `${text} ago, 1.5 KB, not encrypted, to /a/b`,
    });
  });

  test('to standard output is reported as such, and a missing or damaged record of a backup is a warning', async () => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    const none = await check(folder, 0);
    recordBackup(folder.data, { takenAt: TAKEN.toISOString(), bytes: 1, file: null, isEncrypted: true });
    const encrypted = await check(folder, 0);
    writeFileSync(join(folder.data, 'last-backup.json'), '{"bytes":1}');

    const missing = {
      level: 'warn',
      subject: 'backup',
      detail: 'none has been made',
      remedy: 'make one: agent-board backup --out FILE',
    };
    expect([none, await check(folder, 0), readLastBackup(folder.data)]).toEqual([missing, missing, null]);
    expect(encrypted).toMatchObject({
      detail: 'less than an hour ago, 1 bytes, encrypted, to standard output',
    });
  });

  test('of an external server is described by its archive of WAL', async () => {
    const config = readConfig({ DATABASE_URL: 'postgresql://unused', KEY_PEPPER: PEPPER });
    const now = () => new Date(TAKEN.getTime() + 3 * HOUR_MS);
    const archive = (row: object | undefined) =>
      checkBackup({ config, now }, { rows: () => Promise.resolve(row ? [row] : []) } as unknown as Database);

    const findings = await Promise.all([
      archive({ mode: 'off' }),
      archive(undefined),
      archive({ mode: 'always', archivedAt: null, failedAt: null }),
      archive({ mode: 'on', archivedAt: TAKEN, failedAt: TAKEN }),
    ]);

    expect(findings.map(({ level, detail, remedy }) => [level, detail, remedy])).toEqual([
      ['ok', 'the server archives no WAL; other backups of the server are not checked', undefined],
      ['ok', 'the server archives no WAL; other backups of the server are not checked', undefined],
      ['ok', 'the server has archived no WAL yet', undefined],
      ['warn', 'the server archived WAL 3 h ago, and fails to archive more', 'see the log of the server'],
    ]);
  });
});

test.each([
  [0, 'ok', '7 days ago'],
  [1, 'warn', '7 days ago'],
])(
  'the last backup of an embedded database, when it is seven days and %i ms old, is reported with the level %s',
  async (late, level, age) => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    recordBackup(folder.data, { takenAt: TAKEN.toISOString(), bytes: 1, file: null, isEncrypted: true });
    const config = readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER });

    const finding = await checkBackup(
      { config, now: () => new Date(TAKEN.getTime() + 7 * DAY_MS + late) },
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
