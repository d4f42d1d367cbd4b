// Findings about the clock, the configuration and trusted proxies, and the descriptions of errors.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { checkConfiguration } from '../../../src/doctor/configuration.ts';
import { checkDatabase } from '../../../src/doctor/database.ts';
import { describeError } from '../../../src/doctor/finding.ts';
import { checkProxies } from '../../../src/doctor/proxies.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { databaseUrl, PEPPER } from '../../support/processes/command-line.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

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
      onRecovering: () => undefined,
      interrupted: new Promise<never>(() => undefined),
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
