// The findings of the checks of an installation, on both sides of their bounds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../prisma/client.ts';
import { readConfig } from '../../../src/config.ts';
import { checkBackup } from '../../../src/doctor/backup.ts';
import { checkConfiguration } from '../../../src/doctor/configuration.ts';
import { checkDatabase } from '../../../src/doctor/database.ts';
import { describeError } from '../../../src/doctor/finding.ts';
import { checkProxies } from '../../../src/doctor/proxies.ts';
import { recordBackup, readLastBackup } from '../../../src/backup/last-backup.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { databaseUrl, PEPPER } from '../../support/processes/command-line.ts';
import { openFolder, type TestFolder } from '../../support/processes/data-folder.ts';

const HOUR = 3_600_000;
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
    [HOUR - 1, 'less than an hour'],
    [HOUR, '1 h'],
    [48 * HOUR - 1, '47 h'],
    [48 * HOUR, '2 days'],
    [72 * HOUR - 1, '2 days'],
  ])('that was taken %i ms before is reported as “%s ago”', async (age, text) => {
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
    const now = () => new Date(TAKEN.getTime() + 3 * HOUR);
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

describe('the clock of the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(null);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  test.each([
    [0, 'ok', /^the database is \d+ ms (ahead of|behind) this machine$/],
    [-5_000, 'warn', /^the database is [45]\d{3} ms behind this machine$/],
    [5_000, 'warn', /^the database is [45]\d{3} ms ahead of this machine$/],
    [-40_000, 'fail', /^the database is (39|40)\d{3} ms behind this machine$/],
    [40_000, 'fail', /^the database is (39|40)\d{3} ms ahead of this machine$/],
  ])('that differs by %i ms is reported with the level %s', async (difference, level, detail) => {
    const config = readConfig({ DATABASE_URL: databaseUrl(database.connection), KEY_PEPPER: PEPPER });

    const findings = await checkDatabase({
      config,
      hasPepper: false,
      now: () => new Date(Date.now() - difference),
    });

    expect(findings.find(({ subject }) => subject === 'clock')).toMatchObject({
      level,
      detail: expect.stringMatching(detail),
    });
    expect(findings.map(({ subject }) => subject)).toEqual(['database', 'migrations', 'clock', 'backup']);
  });
});

describe('the configuration', () => {
  test('has the stored pepper, the configured one, or a placeholder if the stored one is missing or damaged', async () => {
    await using folder = await openFolder();
    const peppers = (settings: object = {}) => {
      const { config, hasPepper } = checkConfiguration({ DATA_DIR: folder.data, ...settings });
      return [config?.KEY_PEPPER.slice(0, 6), hasPepper];
    };
    const missing = peppers();
    mkdirSync(folder.data);
    const store = (text: string) => writeFileSync(join(folder.data, 'pepper'), ` ${text}\n`);
    store('x'.repeat(31));
    const damaged = peppers();
    store('stored'.repeat(6));

    expect([missing, damaged, peppers(), peppers({ KEY_PEPPER: PEPPER })]).toEqual([
      ['placeh', false],
      ['placeh', false],
      ['stored', true],
      ['a pepp', true],
    ]);
    expect(peppers({ DATABASE_URL: 'postgresql://a' })).toEqual([undefined, false]);
  });

  test('is described by the names of its variables', () => {
    const detailOf = (source: Readonly<Record<string, string>>) => checkConfiguration(source).finding.detail;

    expect(detailOf({})).toBe('all variables have their defaults');
    expect(detailOf({ PORT: '', HOME: '/a' })).toBe('all variables have their defaults');
    expect(detailOf({ SITE_PORT: '5000', HOST: '::' })).toBe('set: HOST, SITE_PORT');
  });
});

test.each([
  ['', 'none: clients connect directly'],
  ['10.0.0.1, ::1', '10.0.0.1, ::1'],
])('the trusted proxies %j are described without a warning', (TRUSTED_PROXIES, detail) => {
  const config = readConfig({ DATABASE_URL: 'postgresql://a', KEY_PEPPER: PEPPER, TRUSTED_PROXIES });

  expect(checkProxies(config)).toEqual({ level: 'ok', subject: 'TRUSTED_PROXIES', detail });
});

test.each([
  [new Error('one\ntwo'), 'one'],
  [new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }), 'connect ECONNREFUSED'],
  [new TypeError('fetch failed'), 'fetch failed'],
  [new Error('other', { cause: new Error('cause') }), 'other'],
  [new AggregateError([new Error('first'), new Error('second')], 'all'), 'first'],
  [new TypeError('fetch failed', { cause: new AggregateError([new Error('first')]) }), 'first'],
])('the error %s is described as %s', (error, text) => {
  expect(describeError(error)).toBe(text);
});
