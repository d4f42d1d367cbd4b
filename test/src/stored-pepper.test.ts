// The comparison of the pepper with the one that a database was used with.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store.ts';
import { ENVIRONMENT, openBoard, openBoardOn } from '../support/board/board.ts';
import { openTestDatabase, reopenDatabase, type TestDatabase } from '../support/database/database.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';
import { databaseUrl, PEPPER, runCli } from '../support/processes/command-line.ts';
import { openFolderWithServerData } from '../support/processes/data-folder.ts';

const OTHER_PEPPER = 'another pepper that is long enough as well';
const REFUSAL =
  'KEY_PEPPER (by default, the file DATA_DIR/pepper) is not the pepper that this database was used with: ' +
  'set that pepper, or see docs/operate.md#the-pepper if it is lost';

const log = { info: () => undefined, warn: () => undefined } as never;

/** Opens the store as a start of the board does, and closes it. Returns the reason why it cannot start, or 'starts'. */
async function start({ connection }: TestDatabase, pepper: string, options = ''): Promise<string> {
  const config = readConfig({
    ...{ ...ENVIRONMENT, KEY_PEPPER: pepper },
    DATABASE_URL: databaseUrl(connection) + options,
  });
  try {
    await (await openStore(config, log)).close();
    return 'starts';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a board does not start with another KEY_PEPPER than its database was used with', async () => {
  await using database = await openTestDatabase();

  expect([
    await start(database, PEPPER),
    await start(database, OTHER_PEPPER),
    await start(database, PEPPER),
  ]).toEqual(['starts', REFUSAL, 'starts']);
});

test('a command with another KEY_PEPPER before the first start of a board does not keep the board from starting', async () => {
  await using database = await openTestDatabase();
  const env = { DATABASE_URL: databaseUrl(database.connection), KEY_PEPPER: OTHER_PEPPER };

  const commands = [await runCli(['verify'], env), await runCli(['seed', '--posts', '1'], env)];

  expect(commands.map(({ code }) => code)).toEqual([0, 0]);
  expect(await database.rows(sql`select from pepper_check`)).toEqual([]);
  expect(await start(database, PEPPER)).toBe('starts');
});

test('of boards with different peppers that start at the same time on a new database, those with one of the peppers start', async () => {
  await using database = await openTestDatabase();
  const peppers = [PEPPER, OTHER_PEPPER, PEPPER, OTHER_PEPPER];

  const outcomes = await Promise.all(peppers.map((pepper) => start(database, pepper)));

  const started = peppers.filter((_, i) => outcomes[i] === 'starts');
  expect(started).toHaveLength(2);
  expect(new Set(started).size).toBe(1);
  expect(outcomes.filter((outcome) => outcome === REFUSAL)).toHaveLength(2);
});

test('a board starts on a read-only database that has no pepper yet, and stores none', async () => {
  await using database = await openTestDatabase();

  const outcome = await start(database, PEPPER, '&options=-c%20default_transaction_read_only%3Don');

  expect(outcome).toBe('starts');
  expect(await database.rows(sql`select from pepper_check`)).toEqual([]);
});

test('a database of a version that stored no pepper is refused if the newest keys were all created with another one', async () => {
  await using board = await openBoard();
  for (const handle of ['ada', 'bob'])
    await board.call('POST /v1/agents/register', {
      body: { handle },
      headers: { 'Idempotency-Key': `registration-of-${handle}` },
    });

  const refused = await start(board.database, OTHER_PEPPER);
  await board.database.rows(sql`update agent_keys set hash = sha256(hash) where handle = 'bob'`);

  expect([refused, await start(board.database, ENVIRONMENT.KEY_PEPPER)]).toEqual([REFUSAL, 'starts']);
});

test('replace-pepper makes another pepper the one of the database', async () => {
  await using database = await openTestDatabase();
  const env = { DATABASE_URL: databaseUrl(database.connection), KEY_PEPPER: OTHER_PEPPER };
  await start(database, PEPPER);

  const listed = await runCli(['creator', 'list'], env);
  const replaced = await runCli(['replace-pepper'], env);

  expect([listed.code, listed.stderr]).toEqual([1, `${REFUSAL}\n`]);
  expect([replaced.code, replaced.stderr]).toEqual([
    0,
    'the database has this pepper now: keys created with another one are invalid\n',
  ]);
  expect([await start(database, PEPPER), await start(database, OTHER_PEPPER)]).toEqual([REFUSAL, 'starts']);
});

test('after replace-pepper, a repeated registration returns no key that is derived under the new pepper', async () => {
  await using board = await openBoard();
  const { database } = board;
  const registration = { body: { handle: 'ada' }, headers: { 'Idempotency-Key': 'registration-of-ada' } };
  await board.call('POST /v1/agents/register', registration);
  const env = { DATABASE_URL: databaseUrl(database.connection), KEY_PEPPER: OTHER_PEPPER };
  const { code } = await runCli(['replace-pepper'], env);

  const next = await openBoardOn(reopenDatabase(database), { KEY_PEPPER: OTHER_PEPPER });
  const repeated = await next.call('POST /v1/agents/register', registration);
  await next[Symbol.asyncDispose]();

  expect([code, repeated.status, repeated.body.code]).toEqual([0, 409, 'handle_taken']);
});

test('after replace-pepper, a repeated sign-in with OPERATOR_TOKEN returns a session token that is valid', async () => {
  await using board = await openBoard();
  const { database } = board;
  const Authorization = `Bearer ${ENVIRONMENT.OPERATOR_TOKEN}`;
  const signIn = { headers: { Authorization, 'Idempotency-Key': 'sign-in-0001' } };
  await board.call('POST /admin/board/sessions', signIn);
  await runCli(['replace-pepper'], {
    DATABASE_URL: databaseUrl(database.connection),
    KEY_PEPPER: OTHER_PEPPER,
  });

  const next = await openBoardOn(reopenDatabase(database), { KEY_PEPPER: OTHER_PEPPER });
  const { status, body } = await next.call('POST /admin/board/sessions', signIn);
  const listed = await next.call('GET /admin/board/sessions', {
    headers: { Authorization: `Bearer ${body.session_token}` },
  });
  await next[Symbol.asyncDispose]();

  expect([status, listed.status]).toEqual([201, 200]);
});

test('replace-pepper has no time limit, because it reads all receipts', async () => {
  await using database = await openTestDatabase();
  await start(database, PEPPER);
  const session = new Client(database.connection);
  await session.connect();
  await session.query('begin; lock table receipts');
  const isWaiting = async () =>
    (await database.rows(sql`select from pg_locks where relation = 'receipts'::regclass and not granted`))
      .length > 0;

  const replacing = runCli(['replace-pepper'], {
    DATABASE_URL: `${databaseUrl(database.connection)}&statement_timeout=500`,
    KEY_PEPPER: OTHER_PEPPER,
  });
  await vi.waitUntil(isWaiting, { timeout: 20_000, interval: 20 });
  await wait(800);
  await session.end();

  expect((await replacing).code).toBe(0);
  expect(await start(database, OTHER_PEPPER)).toBe('starts');
});

test('replace-pepper is refused while a board runs on the embedded database', async () => {
  await using folder = await openFolderWithServerData();
  await using board = await openBoardProcess(folder.data);

  const { code, stderr } = await runCli(['replace-pepper'], {
    DATA_DIR: folder.data,
    KEY_PEPPER: OTHER_PEPPER,
  });

  expect([code, stderr]).toEqual([1, expect.stringMatching(/in use by a running board \(pid \d+\)/)]);
  expect((await board.call('GET /readyz')).status).toBe(200);
});

test('a backup is refused with another pepper, and a restored database has the pepper of its backup', async () => {
  await using source = await openFolderWithServerData();
  await using target = await openFolderWithServerData();
  const backup = join(source.path, 'backup');
  const run = (data: string, pepper: string, ...args: string[]) =>
    runCli(args, { DATA_DIR: data, KEY_PEPPER: pepper });
  await run(source.data, PEPPER, 'creator', 'create', 'ada');
  await run(source.data, PEPPER, 'replace-pepper');
  // The database into which the backup is restored was used with another pepper, but has no records.
  await run(target.data, OTHER_PEPPER, 'replace-pepper');

  const refused = await run(source.data, OTHER_PEPPER, 'backup', '--out', backup);
  const made = await run(source.data, PEPPER, 'backup', '--out', backup);
  const restored = await run(target.data, '', 'restore', backup);
  const listed = await run(target.data, '', 'creator', 'list');
  const other = await run(target.data, OTHER_PEPPER, 'creator', 'list');

  expect([refused.code, refused.stderr]).toEqual([1, `${REFUSAL}\n`]);
  expect([made.code, restored.code, listed.code, other.code]).toEqual([0, 0, 0, 1]);
  expect(listed.stdout).toMatch(/ada\n$/);
  expect(other.stderr).toBe(`${REFUSAL}\n`);
  expect(await readFile(join(target.data, 'pepper'), 'utf8')).toBe(PEPPER);
});

test('doctor compares the pepper with the one that the database was used with', async () => {
  await using database = await openTestDatabase();
  await start(database, PEPPER);
  const findPepper = async (pepper: string) => {
    const env = { DATABASE_URL: databaseUrl(database.connection), KEY_PEPPER: pepper };
    const { stdout } = await runCli(['doctor'], env);
    return stdout.split('\n').find((line) => / pepper /.test(line)) ?? '';
  };

  expect([await findPepper(PEPPER), await findPepper(OTHER_PEPPER)]).toEqual([
    expect.stringMatching(/^ok +pepper +is the one that this database was used with$/),
    expect.stringMatching(/^fail +pepper +is not the one that this database was used with/),
  ]);
});
