// The phase of a migration, which the comments on its first lines state, and the migrations of a folder.
import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCompatible, readMigrations, toMigration } from '../../../prisma/migration-history.ts';

test.each<[string, string | null, boolean]>([
  ['select 1', null, true],
  ['-- phase: expand\nselect 1', 'expand', true],
  ['-- A comment.\n-- phase: contract after 2026_a\nselect 1', 'contract after 2026_a', true],
  ['-- phase: expand\n-- transaction: none\nselect 1', 'expand', false],
  ['-- transaction: none\nselect 1', null, false],
  ['select 1;\n-- phase: expand\n-- transaction: none', null, true],
  ['-- phase: expand\n\n-- transaction: none\nselect 1', 'expand', true],
  ['-- the phase: expand\n-- transaction: none of it\nselect 1', null, true],
])('%j has the phase %s, and runs in a transaction: %s', (text, phase, runsInTransaction) => {
  expect(toMigration('a', text)).toEqual({
    ...{ name: 'a', sql: text, phase, runsInTransaction },
    checksum: createHash('sha256').update(text).digest('hex'),
  });
});

test.each<[string | null, boolean]>([
  ['expand', true],
  ['contract after a', true],
  ['contract after b', false],
  ['contract', false],
  ['a', true],
  [null, false],
])(
  'a version with the migration a works after an unknown migration with the phase “%s”: %s',
  (phase, expected) => {
    expect(isCompatible(phase, new Set(['a']))).toBe(expected);
  },
);

test('the migrations of a folder are its subfolders in the order of their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-migrations-'));
  for (const name of ['b', 'a', 'c']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), `select '${name}'`);
  }
  await writeFile(join(folder, 'migration_lock.toml'), '');

  const migrations = await readMigrations(folder);

  await rm(folder, { recursive: true });
  expect(migrations.map(({ name, sql }) => [name, sql])).toEqual(
    ['a', 'b', 'c'].map((name) => [name, `select '${name}'`]),
  );
});
