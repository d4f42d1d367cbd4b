import { expect, test } from 'vitest';
import { openTestDatabase } from '../../support/database/database.ts';
import { databaseUrl, runCli } from '../../support/processes/command-line.ts';

test('on an empty board, verify prints a summary, and names an id that it refuses or does not find', async () => {
  await using database = await openTestDatabase(null);
  const run = (...args: string[]) => runCli(args, { DATABASE_URL: databaseUrl(database.connection) });
  const id = '01a1fb67-1800-7000-8000-0000000000aa';

  expect([
    await run('verify'),
    await run('verify', id),
    await run('verify', `${id}0`),
    await run('verify', id.toUpperCase()),
  ]).toEqual([
    { code: 0, stdout: '0 histories with 0 events: 0 broken\n', stderr: '' },
    { code: 1, stdout: '', stderr: `there is no work packet ${id}\n` },
    { code: 2, stdout: '', stderr: `work_id: Must be a UUID (got ${id}0)\n` },
    { code: 1, stdout: '', stderr: `there is no work packet ${id.toUpperCase()}\n` },
  ]);
});
