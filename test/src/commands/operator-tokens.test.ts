import { expect, test } from 'vitest';
import { openTestDatabase } from '../../support/database/database.ts';
import { databaseUrl, runCli } from '../../support/processes/command-line.ts';

test('the command `creator list` prints the state, the time and the name of a created operator token', async () => {
  await using database = await openTestDatabase(null);
  const run = (...args: string[]) => runCli(args, { DATABASE_URL: databaseUrl(database.connection) });

  await run('creator', 'create', 'ops');

  expect((await run('creator', 'list')).stdout).toMatch(/^active {4}created \S+Z {2}ops\n$/);
});
