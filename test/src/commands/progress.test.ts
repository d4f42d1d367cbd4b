// What commands print while they read or write a whole board. The clock moves by a second whenever it is read.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { insertThreads } from '../../support/records/insert-records.ts';
import { databaseUrl, PEPPER, runCli } from '../../support/processes/command-line.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

afterEach(() => vi.restoreAllMocks());

function tickAtEachRead(): void {
  let seconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (seconds += 1) * 1000);
}

/** Runs a command on a database. Returns the lines of its standard error. */
async function run(database: TestDatabase, ...args: string[]): Promise<readonly string[]> {
  const { code, stderr } = await runCli(args, {
    DATABASE_URL: databaseUrl(database.connection),
    KEY_PEPPER: PEPPER,
  });
  if (code !== 0) throw new Error(stderr);
  return stderr.trim().split('\n');
}

const toBytes = (line: string): number => {
  const [, number, unit] = /([\d.]+) (bytes|KB)/.exec(line) ?? [];
  return Number(number) * (unit === 'KB' ? 1000 : 1);
};

const percentagesIn = (line: string, verb: string): number[] => {
  const [, digits] = new RegExp(`^${verb} (\\d+) %$`).exec(line) ?? [];
  return digits === undefined ? [] : [Number(digits)];
};

test('a backup adds up the bytes of all tables, and a restore shows its percentages', async () => {
  await using folder = await openFolder();
  await using database = await openTestDatabase();
  await using empty = await openEmptyDatabase();
  await database.rows(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
    values (uuidv7(), 'ada', 'ada', '{}', 'rest', now(), now())`);
  await insertThreads(database, 3, { at: new Date(), by: 'ada' });
  const file = join(folder.path, 'backup');
  tickAtEachRead();

  const backup = await run(database, 'backup', '--out', file);
  const restored = await run(empty, 'restore', file);

  const tables = backup.filter((line) => line.startsWith('reading '));
  const sizes = tables.map(toBytes);
  expect(tables.filter((line) => !/^reading [a-z_]+: [\d.]+ (bytes|KB) so far$/.test(line))).toEqual([]);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(sizes.at(-1)).toBeGreaterThan(1000);
  expect(backup.slice(tables.length, -2)).toEqual(['35 tables, 13 rows']);
  for (const verb of ['verified', 'restored']) {
    const percentages = restored.flatMap((line) => percentagesIn(line, verb));
    expect(percentages.length).toBeGreaterThan(10);
    expect(percentages).toEqual(percentages.toSorted((a, b) => a - b));
    expect(percentages.at(-1)).toBeGreaterThan(95);
  }
});

test('an import prints how many of the records it has written', async () => {
  await using folder = await openFolder();
  await using database = await openTestDatabase();
  await using empty = await openTestDatabase();
  await database.rows(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
    select uuidv7(), 'agent-' || n, 'agent-' || n, '{}', 'rest', now(), now() from generate_series(1, 600) n`);
  const { stdout } = await runCli(['export'], {
    DATABASE_URL: databaseUrl(database.connection),
    KEY_PEPPER: PEPPER,
  });
  const file = join(folder.path, 'archive');
  await writeFile(file, stdout);
  tickAtEachRead();

  expect(await run(empty, 'import', file)).toEqual(['500 of 604 records', '604 of 604 records']);
});
