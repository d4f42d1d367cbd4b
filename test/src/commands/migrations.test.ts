import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../../prisma/embedded.ts';
import { migrate, readPendingMigrations } from '../../../prisma/migrate.ts';
import { openEmptyDatabase } from '../../support/database/database.ts';
import { openUsedFolder } from '../../support/processes/data-folder.ts';
import { repository } from '../../support/docs/markdown.ts';
import { runCli, databaseUrl } from '../../support/processes/command-line.ts';

const shipped = join(repository, 'prisma/migrations');

const opened = new AsyncDisposableStack();
let older: string;
let newest: string;
beforeAll(async () => {
  const entries = await readdir(shipped, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  newest = names.sort().at(-1)!;
  older = await mkdtemp(join(tmpdir(), 'agent-board-older-'));
  opened.defer(() => rm(older, { recursive: true }));
  await cp(shipped, older, { recursive: true, filter: (path) => basename(path) !== newest });
});
afterAll(() => opened.disposeAsync());

const pendingOn = async (connection: ClientConfig) => (await readPendingMigrations(connection)).names;

describe('a command on a database that an older board uses', () => {
  const COMMANDS = [['export'], ['import', '/dev/null'], ['creator', 'list']];

  test.each(COMMANDS)('changes nothing of a server: %s', async (...args) => {
    await using database = await openEmptyDatabase();
    await migrate(database.connection, older);

    const outcome = await runCli(args, { DATABASE_URL: databaseUrl(database.connection) });

    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: 'DATABASE_URL: migrations are pending: restart the board with this version first\n',
    });
    expect(await pendingOn(database.connection)).toEqual([newest]);
  });

  test('changes nothing of an embedded one while the board runs, and brings it forward where none does', async () => {
    await using folder = await openUsedFolder();
    const embedded = await openEmbedded(folder.data);
    await migrate(embedded.connection, older);

    const beside = await runCli(['creator', 'list'], { DATA_DIR: folder.data });
    const pending = await pendingOn(embedded.connection);
    await embedded.close();
    const alone = await runCli(['creator', 'list'], { DATA_DIR: folder.data });

    expect([beside.code, beside.stderr]).toEqual([
      1,
      'DATA_DIR: migrations are pending: restart the board with this version first\n',
    ]);
    expect(pending).toEqual([newest]);
    expect(alone).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

test('a command on a database that no board has used yet makes it one', async () => {
  await using database = await openEmptyDatabase();

  const outcome = await runCli(['creator', 'list'], { DATABASE_URL: databaseUrl(database.connection) });

  expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await pendingOn(database.connection)).toEqual([]);
});
