import { expect, test } from 'vitest';
import { assertSupportedVersion } from '../../../prisma/migrate.ts';

test.each([150_000, 150_018, 180_004])('a server of version %i is accepted', (version) => {
  expect(() => assertSupportedVersion(version)).not.toThrow();
});

test('an older server is refused with the required version', () => {
  expect(() => assertSupportedVersion(140_012)).toThrow(
    'DATABASE_URL: the server is PostgreSQL 14; 15 or newer is needed',
  );
});
