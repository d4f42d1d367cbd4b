import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../../prisma/postgres/embedded.ts';
import { InterruptedError } from '../../../src/commands/command.ts';
import { runCommandLine } from '../../../src/commands/run.ts';
import { PEPPER, runCli } from '../../support/processes/command-line.ts';
import { openFolder, openFolderWithServerData } from '../../support/processes/data-folder.ts';
import { createRecordedTerminal } from '../../support/processes/recorded-terminal.ts';

test('a backup to a terminal is refused before a database is opened', async () => {
  const { stdout, stderr, terminal } = createRecordedTerminal();
  Object.assign(terminal.stdout, { isTTY: true });

  const code = await runCommandLine(['backup'], terminal);

  expect([code, stdout, stderr]).toEqual([
    2,
    [],
    ['--out is required: standard output is a terminal, and a backup is not text\n'],
  ]);
});

test('a backup of an embedded database is refused if its pepper is missing or damaged', async () => {
  await using folder = await openFolder();
  const [DATA_DIR, out] = [folder.data, join(folder.path, 'backup')];
  await mkdir(join(DATA_DIR, 'postgres'), { recursive: true });
  const run = () => runCli(['backup', '--out', out], { DATA_DIR, KEY_PEPPER: '' });
  const results = [await run()];
  await writeFile(join(DATA_DIR, 'pepper'), 'x'.repeat(31));
  results.push(await run());

  const stderr = `DATA_DIR ${DATA_DIR} has no pepper, or a damaged one: set KEY_PEPPER\n`;
  expect(results).toEqual(Array(2).fill({ code: 1, stdout: '', stderr }));
});

test('a complete backup succeeds with a warning if it cannot be recorded for doctor', async () => {
  await using folder = await openFolderWithServerData();
  const [DATA_DIR, out] = [folder.data, join(folder.path, 'backup')];
  // The backup cannot be recorded, because a file does not replace a folder.
  await mkdir(join(DATA_DIR, 'last-backup.json'));

  const made = await runCli(['backup', '--out', out], { DATA_DIR });

  expect(made.code).toBe(0);
  expect(made.stderr).toMatch(/^the backup is not recorded for doctor: EISDIR: /m);
  expect((await stat(out)).size).toBeGreaterThan(0);
  const names = (await readdir(DATA_DIR)).filter((name) => name.startsWith('last-backup'));
  expect(names).toEqual(['last-backup.json']);
});

test('a table and a sequence of another program are not restored, and restore prints their names', async () => {
  await using source = await openFolderWithServerData();
  await using target = await openFolderWithServerData('unmigrated');
  const backup = join(source.path, 'backup');
  const embedded = await openEmbedded(source.data);
  const client = new Client(embedded.connection);
  await client.connect();
  await client.query(`create table notes (id serial, text text); insert into notes (text) values ('mine')`);
  await client.end();
  await embedded.close();
  const made = await runCli(['backup', '--out', backup], { DATA_DIR: source.data });

  const restored = await runCli(['restore', backup], { DATA_DIR: target.data });

  expect([made.code, restored.code]).toEqual([0, 0]);
  expect(restored.stderr).toContain(
    '\nnot restored, because a board does not have them: notes, notes_id_seq\nrestored\n',
  );
});

test('a restore that is interrupted after the commit has printed that all rows are restored, and the database has them', async () => {
  await using source = await openFolderWithServerData();
  await using target = await openFolderWithServerData();
  const backup = join(source.path, 'backup');
  // Migrates the database.
  await runCli(['creator', 'list'], { DATA_DIR: source.data });
  const query = async (data: string, text: string) => {
    const embedded = await openEmbedded(data);
    const client = new Client(embedded.connection);
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    await client.end();
    await embedded.close();
    return rows;
  };
  await query(source.data, `insert into trusted_documents values ('an id', 'a name', 'a text', now())`);
  await runCli(['backup', '--out', backup], { DATA_DIR: source.data });
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const { stderr, terminal } = createRecordedTerminal((written) => {
    if (written.startsWith('all rows are restored')) reject(new InterruptedError(130));
  });
  const env = { DATA_DIR: target.data, KEY_PEPPER: PEPPER };

  const code = await runCommandLine(['restore', backup], { ...terminal, env, interrupted });

  expect([code, stderr.slice(-2)]).toEqual([
    130,
    [expect.stringMatching(/^all rows are restored/), 'interrupted\n'],
  ]);
  expect(await query(target.data, 'select id from trusted_documents')).toEqual([{ id: 'an id' }]);
});
