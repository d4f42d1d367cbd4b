import { expect, test } from 'vitest';
import { attachEmbedded, type EmbeddedDatabase } from '../../prisma/postgres/embedded.ts';
import { PoolerError } from '../../prisma/connections/direct-client.ts';
import { MigrationError } from '../../prisma/migrate.ts';
import { readConfig } from '../../src/config.ts';
import {
  openConnection,
  openStore,
  POOLER_REMEDIES,
  replicasOf,
  rethrowAsStoreError,
  StoreError,
  type DatabaseVariable,
} from '../../src/store.ts';
import { openTestDatabase } from '../support/database/database.ts';
import { databaseUrl, PEPPER } from '../support/processes/command-line.ts';

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

test('the database may be in use by a running board if the embedded server was running before, or if a command attaches to an external server', async () => {
  const connection = { host: '/socket' };
  const open = (isAttached: boolean) => () => Promise.resolve({ connection, isAttached } as EmbeddedDatabase);
  const embeddedConfig = readConfig({ DATA_DIR: '/data', KEY_PEPPER: PEPPER });
  const serverConfig = readConfig({ DATABASE_URL: 'postgresql://a/b', KEY_PEPPER: PEPPER });
  const server = {
    variable: 'DATABASE_URL',
    connection: { connectionString: 'postgresql://a/b' },
    isEmbedded: false,
  };

  expect([
    await openConnection(embeddedConfig, open(true)),
    await openConnection(embeddedConfig, open(false)),
    await openConnection(serverConfig, attachEmbedded),
    await openConnection(serverConfig, open(false)),
  ]).toEqual([
    ...[true, false].map((isAttached) => ({
      variable: 'DATA_DIR',
      connection,
      isEmbedded: true,
      embedded: { connection, isAttached },
      mayBeInUse: isAttached,
    })),
    { ...server, mayBeInUse: true },
    { ...server, mayBeInUse: false },
  ]);
});

test('the use of each replica is logged, and a reason not to use it is a warning', () => {
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

test('the store of a board without workers has a replica for each URL of DATABASE_READ_URLS', async () => {
  await using database = await openTestDatabase();
  const url = databaseUrl(database.connection);
  const config = readConfig({ DATABASE_URL: url, KEY_PEPPER: PEPPER, DATABASE_READ_URLS: url });
  const log = { info: () => undefined, warn: () => undefined } as never;

  const store = await openStore(config, log, replicasOf(config, log));
  const { replicas } = store.database.usage();
  await store.close();

  expect(replicas).toHaveLength(1);
});
