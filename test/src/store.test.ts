import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PoolerError } from '../../prisma/connections/direct-client.ts';
import { MigrationError } from '../../prisma/migrate.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { isOperatorError } from '../../src/operator-errors.ts';
import { assertNoOtherPepper, OtherPepperError, storePepper } from '../../src/pepper.ts';
import {
  openStore,
  POOLER_REMEDIES,
  replicasOf,
  rethrowAsStoreError,
  StoreError,
  type DatabaseVariable,
} from '../../src/store.ts';
import { WorkerError } from '../../src/workers/worker-process.ts';
import { openTestDatabase } from '../support/database/database.ts';
import { databaseUrl, PEPPER } from '../support/processes/command-line.ts';
import { openFolder } from '../support/processes/data-folder.ts';

test('an error of PostgreSQL with text of a backup is printed as one line without control characters', () => {
  const error = new Error('invalid input syntax for type uuid: "\u001b[2J\n\u001b]0;x\u0007"');

  expect(() => rethrowAsStoreError('DATA_DIR')(error)).toThrow(
    /^DATA_DIR: invalid input syntax for type uuid: " \[2J \]0;x "$/,
  );
});

test.each<[DatabaseVariable, Error, string]>([
  ['DATABASE_URL', new Error('no server'), 'DATABASE_URL: no server'],
  ['DATA_DIR', new Error('DATA_DIR /a is in use'), 'DATA_DIR /a is in use'],
  [
    'DATABASE_DIRECT_URL',
    new AggregateError([new Error('first'), new Error('second')]),
    'DATABASE_DIRECT_URL: first',
  ],
  [
    'DATABASE_URL',
    new PoolerError('is a pooler'),
    `DATABASE_URL: is a pooler: ${POOLER_REMEDIES.DATABASE_URL}`,
  ],
  [
    'DATABASE_DIRECT_URL',
    new PoolerError('is a pooler'),
    `DATABASE_DIRECT_URL: is a pooler: ${POOLER_REMEDIES.DATABASE_DIRECT_URL}`,
  ],
  ['DATA_DIR', new PoolerError('is a pooler'), 'DATA_DIR: is a pooler'],
])('a failure of %s (%s) is reported as: %s', (variable, error, message) => {
  const rethrow = () => rethrowAsStoreError(variable)(error);

  expect(rethrow).toThrow(StoreError);
  expect(rethrow).toThrow(new StoreError(message));
});

test('a long error is shortened, and the error of a failed migration is reported completely', () => {
  const failed = new MigrationError('a migration failed');
  const messageOf = (error: Error) => {
    try {
      return rethrowAsStoreError('DATA_DIR')(error);
    } catch (thrown) {
      return thrown === failed ? 'the same' : (thrown as Error).message.length;
    }
  };

  expect([messageOf(new Error('x'.repeat(1_000))), messageOf(failed)]).toEqual([500, 'the same']);
});

test('the use of each standby is logged, and a reason to leave it out is a warning', () => {
  const lines: unknown[] = [];
  const add = (level: string) => (state: object, message: string) => void lines.push([level, message, state]);
  const config = readConfig({
    ...{ DATABASE_URL: 'postgresql://a/b', KEY_PEPPER: PEPPER },
    ...{ DATABASE_READ_URLS: 'postgresql://c/d', REPLICA_MAX_LAG_MS: '300' },
  });

  const { urls, maxLagMs, onChange } = replicasOf(config, { info: add('info'), warn: add('warn') } as never);
  onChange('c', 'it is no standby');
  onChange('c', null);

  expect([urls, maxLagMs]).toEqual([['postgresql://c/d'], 300]);
  expect(lines).toEqual([
    ['warn', 'a replica is not used', { replica: 'c', reason: 'it is no standby' }],
    ['info', 'reads use a replica', { replica: 'c' }],
  ]);
});

test('a board without workers reads on the standbys of DATABASE_READ_URLS', async () => {
  await using database = await openTestDatabase();
  const url = databaseUrl(database.connection);
  const config = readConfig({ DATABASE_URL: url, KEY_PEPPER: PEPPER, DATABASE_READ_URLS: url });
  const log = { info: () => undefined, warn: () => undefined } as never;

  const store = await openStore(config, log, replicasOf(config, log));
  const { replicas } = store.database.usage();
  await store.close();

  expect(replicas).toHaveLength(1);
});

describe('the pepper of a backup', () => {
  test('is stored in a private file, unless the folder has the same pepper already', async () => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    const file = join(folder.data, 'pepper');

    storePepper(folder.data, PEPPER);
    const { ino, mode } = statSync(file);
    storePepper(folder.data, PEPPER);

    expect([readFileSync(file, 'utf8'), (mode & 0o777).toString(8), readdirSync(folder.data)]).toEqual([
      PEPPER,
      '600',
      ['pepper'],
    ]);
    expect(statSync(file).ino).toBe(ino);
  });

  test('is refused if the folder has another pepper, which stays', async () => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    writeFileSync(join(folder.data, 'pepper'), 'another\n');

    expect(() => storePepper(folder.data, PEPPER)).toThrow(OtherPepperError);
    expect(() => assertNoOtherPepper(folder.data, 'another')).not.toThrow();
    expect(readFileSync(join(folder.data, 'pepper'), 'utf8')).toBe('another\n');
  });
});

test.each<[Error, boolean]>([
  [new ConfigError('a'), true],
  [new MigrationError('a'), true],
  [new OtherPepperError('a'), true],
  [new StoreError('a'), true],
  [new WorkerError('a'), true],
  [new PoolerError('a'), false],
  [new Error('a'), false],
])('whether the operator can fix the error %s: %s', (error, expected) => {
  expect(isOperatorError(error)).toBe(expected);
});
