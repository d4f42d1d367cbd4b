// The connections to the database that each worker may have.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Database, openDatabase, raw, sql } from '../../../prisma/client.ts';
import { divideConnections, serverSettingsFor } from '../../../src/workers/connections.ts';
import { openTestDatabase } from '../../support/database/database.ts';

describe('the connections to the database', () => {
  test('of an embedded server are enough for all workers, and for one more worker during a restart', () => {
    expect([serverSettingsFor(1), serverSettingsFor(2), serverSettingsFor(4)]).toEqual([
      {},
      { max_connections: '95' },
      { max_connections: '151' },
    ]);
  });

  test.each<[number, number, number | string]>([
    [2, 1_000, 28],
    [2, 92, 28],
    [2, 91, 27],
    [2, 32, 8],
    [2, 31, 'WORKERS: 2 workers need at least 32 database connections; the server allows 31'],
    [8, 80, 8],
    [8, 79, 'WORKERS: 8 workers need at least 80 database connections; the server allows 79'],
  ])(
    'of each of %i workers of a server that allows %i connections are %s, and 28 behind a pooler',
    async (WORKERS, allowed, expected) => {
      const database = { rows: () => Promise.resolve([{ allowed }]) } as unknown as Database;
      const divided = await divideConnections(database, { WORKERS, DATABASE_POOLER: undefined }).catch(
        (error: unknown) => (error as Error).message,
      );

      expect(divided).toBe(expected);
      expect(await divideConnections(database, { WORKERS, DATABASE_POOLER: 'transaction' })).toBe(28);
    },
  );

  test('are bounded by the limit of the role', async () => {
    await using database = await openTestDatabase(null);
    const role = `limited_${randomUUID().replaceAll('-', '')}`;
    await database.rows(sql`${raw(`create role ${role} connection limit 35`)}`);
    const limited = openDatabase({ ...database.connection, options: `-c role=${role}` });

    const connections = await divideConnections(limited, { WORKERS: 2, DATABASE_POOLER: undefined });
    await limited.close();
    await database.rows(sql`${raw(`drop role ${role}`)}`);

    expect(connections).toBe(9);
  });

  test('are bounded by the limits of the server and of the database', async () => {
    await using database = await openTestDatabase();
    const [server] = await database.rows<{ max: number }>(sql`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`);
    const divide = () => divideConnections(database, { WORKERS: 2, DATABASE_POOLER: undefined });
    const unlimited = await divide();
    const [{ name } = { name: '' }] = await database.rows<{ name: string }>(
      sql`select quote_ident(current_database()) as name`,
    );
    await database.rows(sql`${raw(`alter database ${name} connection limit 38`)}`);

    expect([unlimited, await divide()]).toEqual([Math.min(28, Math.floor((server!.max - 8) / 3)), 10]);
  });
});
