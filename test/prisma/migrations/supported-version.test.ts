import { expect, test } from 'vitest';
import { assertSupportedVersion, migrate } from '../../../prisma/migrate.ts';
import { sql } from '../../../prisma/client.ts';
import { openEmptyDatabase } from '../../support/database/database.ts';

test.each([150_000, 150_018, 180_004])('a server of version %i is accepted', (version) => {
  expect(() => assertSupportedVersion(version)).not.toThrow();
});

test('an older server is refused with the required version', () => {
  expect(() => assertSupportedVersion(140_012)).toThrow(
    'DATABASE_URL: the server is PostgreSQL 14; 15 or newer is needed',
  );
});

test.each(['SQL_ASCII', 'LATIN1'])(
  'a database with the encoding %s is refused and not changed',
  async (encoding) => {
    await using database = await openEmptyDatabase(encoding);

    await expect(migrate(database.connection)).rejects.toThrow(
      `DATABASE_URL: the encoding of the database is ${encoding}; UTF8 is needed`,
    );
    expect(await database.rows(sql`select to_regclass('_prisma_migrations') as found`)).toEqual([
      { found: null },
    ]);
  },
);
