import { existsSync } from 'node:fs';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../facades/http/server/listen.ts';
import { raw, sql } from '../../../prisma/client.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { openEmptyDatabase, openTestDatabase } from '../../support/database/database.ts';
import { openFolder, openFolderWithServerData } from '../../support/processes/data-folder.ts';
import { findPort } from '../../support/processes/free-port.ts';
import { PEPPER, runCli, databaseUrl } from '../../support/processes/command-line.ts';

type Env = Readonly<Record<string, string>>;

/** Runs `agent-board doctor`. Returns its exit code, and `level: detail → remedy` of each finding by its subject. */
async function runDoctor(env: Env): Promise<{ code: number; lines: Readonly<Record<string, string>> }> {
  const { code, stdout } = await runCli(['doctor'], env);
  const matches = stdout.matchAll(/^(ok|warn|fail) +(data folder|pepper file|\S+) +(.*)$/gm);
  const lines = Object.fromEntries(
    Array.from(matches, ([, level, subject, text]) => [subject, `${level}: ${text}`]),
  );
  return { code, lines: lines as Record<string, string> };
}

const findFreePorts = async (): Promise<Env> => ({
  PORT: String(await findPort()),
  SITE_PORT: String(await findPort()),
});

test('an untrusted proxy is reported with a remedy', async () => {
  await using folder = await openFolder();
  const env = {
    ...(await findFreePorts()),
    DATA_DIR: folder.data,
    KEY_PEPPER: '',
    SITE_URL: 'https://127.0.0.1:1',
  };

  const untrusted = await runDoctor(env);
  const trusted = await runDoctor({ ...env, TRUSTED_PROXIES: '10.0.0.1' });

  expect(untrusted.lines['TRUSTED_PROXIES']).toMatch(
    /^warn: SITE_URL is https, which implies a proxy, and TRUSTED_PROXIES is empty: .* → set TRUSTED_PROXIES/,
  );
  expect(trusted.lines['TRUSTED_PROXIES']).toBe('ok: 10.0.0.1');
});

describe('while no board runs', () => {
  test('a missing data folder is ok and is not created', async () => {
    await using folder = await openFolder();
    const ports = await findFreePorts();

    const { code, lines } = await runDoctor({ ...ports, DATA_DIR: folder.data, KEY_PEPPER: '' });

    expect(code).toBe(0);
    expect(lines).toMatchObject({
      Node: `ok: ${process.versions.node}`,
      configuration: 'ok: set: PORT, SITE_PORT, DATA_DIR, LOG_LEVEL',
      'data folder': `ok: ${folder.data} contains no database yet; the first start creates it`,
      disk: expect.stringMatching(/^ok: \d+ MiB free at /),
      PORT: `ok: 127.0.0.1:${ports['PORT']} is free`,
      BASE_URL: expect.stringMatching(
        /^warn: .* does not answer: .*ECONNREFUSED.* → start the board: npm start$/,
      ),
      SITE_URL: expect.stringMatching(/^warn: /),
      Redis: 'ok: not configured: rate limits are counted per board',
    });
    expect(lines).not.toHaveProperty('database');
    expect(existsSync(folder.data)).toBe(false);
  });

  test('less free disk space than the board needs for writes is a warning', async () => {
    await using folder = await openFolder();
    const env = { ...(await findFreePorts()), DATA_DIR: folder.data, MIN_FREE_DISK_BYTES: String(2 ** 40) };

    const { lines } = await runDoctor(env);

    expect(lines['disk']).toMatch(
      /^warn: \d+ MiB free at .* lower MIN_FREE_DISK_BYTES: below it .* read-only$/,
    );
  });

  test('the embedded database is started, checked and stopped, and the mode of its folder is not changed', async () => {
    await using folder = await openFolderWithServerData('unmigrated');
    await chmod(folder.data, 0o750);

    const { code, lines } = await runDoctor({
      ...(await findFreePorts()),
      DATA_DIR: folder.data,
      KEY_PEPPER: '',
    });

    expect(code).toBe(1);
    expect(lines).toMatchObject({
      'data folder': `fail: ${folder.data} is accessible to other users (mode 0750) → chmod 0700 ${folder.data}`,
      'pepper file': expect.stringMatching(/^fail: .*pepper does not exist → /),
      database: expect.stringMatching(/^ok: PostgreSQL \d+/),
      migrations: expect.stringMatching(/^warn: \d+ pending/),
    });
    expect(existsSync(join(folder.data, 'postgres/postmaster.pid'))).toBe(false);
    expect((await stat(folder.data)).mode & 0o777).toBe(0o750);
  });

  test('a pepper file that other users can read is reported', async () => {
    await using folder = await openFolderWithServerData();
    const file = join(folder.data, 'pepper');
    const env = { ...(await findFreePorts()), DATA_DIR: folder.data, KEY_PEPPER: '' };
    await writeFile(file, PEPPER, { mode: 0o640 });

    const { lines } = await runDoctor(env);

    expect(lines['pepper file']).toBe(
      `warn: ${file} is readable by other users (mode 0640) → chmod 0600 ${file}`,
    );
  });
});

test('with an invalid setting, only the checks of Node and the configuration are reported', async () => {
  expect(await runCli(['doctor'], { PORT: 'x' })).toEqual({
    code: 1,
    stdout:
      `ok    Node           ${process.versions.node}\n` +
      'fail  configuration  PORT: Must be a whole number from 1 to 65535 → correct this variable in the environment or in .env\n',
    stderr: '1 of the checks failed\n',
  });
});

test('unreachable servers are reported separately', async () => {
  const { code, lines } = await runDoctor({
    ...(await findFreePorts()),
    DATABASE_URL: 'postgresql://127.0.0.1:1/board',
    REDIS_URL: 'redis://127.0.0.1:1',
  });

  expect(code).toBe(1);
  expect(lines['database']).toMatch(
    /^fail: connect ECONNREFUSED 127\.0\.0\.1:1 → check that DATABASE_URL is correct/,
  );
  expect(lines['Redis']).toMatch(
    /^fail: connect ECONNREFUSED 127\.0\.0\.1:1 → check that REDIS_URL is correct/,
  );
});

test('an empty database has pending migrations and is not changed', async () => {
  await using database = await openEmptyDatabase();

  const { lines } = await runDoctor({
    ...(await findFreePorts()),
    DATABASE_URL: databaseUrl(database.connection),
  });

  expect(lines['migrations']).toMatch(/^warn: \d+ pending, the first is \S+_create_board → the next start/);
  expect(await database.rows(sql`select to_regclass('agents') as found`)).toEqual([{ found: null }]);
});

test('workers divide the connections that the server allows, and too few connections are a failure', async () => {
  await using database = await openTestDatabase();
  const run = async (connections: number) => {
    await database.rows(
      sql`${raw(`alter database ${database.connection.database} connection limit ${connections}`)}`,
      'unprepared',
    );
    const env = { DATABASE_URL: databaseUrl(database.connection), WORKERS: '2' };
    return (await runDoctor({ ...(await findFreePorts()), ...env })).lines['workers'];
  };

  expect(await run(80)).toBe('ok: 2, each with up to 24 database connections');
  expect(await run(28)).toBe(
    'fail: WORKERS: 2 workers need at least 32 database connections; the server allows 28 → ' +
      'start fewer workers, or raise max_connections',
  );
});

test('a changed migration is a failure', async () => {
  await using database = await openTestDatabase();
  await database.rows(
    sql`${raw(`update _prisma_migrations set checksum = 'other' where migration_name like '%create_board'`)}`,
  );

  const { code, lines } = await runDoctor({
    ...(await findFreePorts()),
    DATABASE_URL: databaseUrl(database.connection),
  });

  expect([code, lines['migrations']]).toEqual([1, expect.stringMatching(/^fail: migration \S+ was changed/)]);
});

describe('while a board runs', () => {
  const opened = new AsyncDisposableStack();
  let board: TestBoard;
  let env: Env;
  const serve = async (fetch: Parameters<typeof listen>[0]): Promise<Listener> => {
    const listener = await listen(fetch, { host: '127.0.0.1', port: 0 });
    opened.defer(() => listener.close(100));
    return listener;
  };
  beforeAll(async () => {
    board = opened.use(await openBoard());
    await board.call('POST /v1/agents/register', {
      body: { handle: 'ada' },
      headers: { 'Idempotency-Key': 'ada-joins-the-board' },
    });
    const [api, site] = [await serve(board.app.api.fetch), await serve(board.app.site.fetch)];
    env = {
      DATABASE_URL: databaseUrl(board.database.connection),
      PORT: String(api.port),
      SITE_PORT: String(site.port),
      BASE_URL: `http://127.0.0.1:${api.port}`,
      SITE_URL: `http://127.0.0.1:${site.port}`,
    };
  });
  afterAll(() => opened.disposeAsync());

  test('every check is ok', async () => {
    const { code, lines } = await runDoctor(env);

    expect(code).toBe(0);
    expect(Object.values(lines).filter((line) => !line.startsWith('ok: '))).toEqual([]);
    expect(lines).toMatchObject({
      PORT: `ok: 127.0.0.1:${env['PORT']} is used by a running board`,
      SITE_PORT: `ok: 127.0.0.1:${env['SITE_PORT']} is used by a running board`,
      BASE_URL: `ok: ${env['BASE_URL']} answers as this board`,
      pepper: 'ok: not verifiable yet: the next start of the board stores its MAC',
    });
  });

  test('the pepper is compared with the stored keys before the first start, and with the running board', async () => {
    const wrong = await runDoctor({ ...env, KEY_PEPPER: 'another pepper that is long enough as well' });

    expect([wrong.code, wrong.lines['pepper']]).toEqual([
      1,
      expect.stringMatching(/^fail: is not the one that this database was used with → set KEY_PEPPER /),
    ]);
    expect(wrong.lines['BASE_URL']).toMatch(/^fail: .* is another board, or uses another pepper → /);
  });

  test('a URL without a server fails if the board runs', async () => {
    const url = `http://127.0.0.1:${await findPort()}`;
    const unreachable = { BASE_URL: url, SITE_URL: url };

    const { code, lines } = await runDoctor({ ...env, ...unreachable });

    expect(code).toBe(1);
    expect(lines['BASE_URL']).toMatch(
      /^fail: .* does not answer: .*ECONNREFUSED.* → set BASE_URL to the URL/,
    );
    expect(lines['SITE_URL']).toMatch(
      /^fail: .* does not answer: .*ECONNREFUSED.* → set SITE_URL to the URL/,
    );
  });

  test('a URL of another server and a port of another program fail', async () => {
    const otherServer = await serve(() => Promise.resolve(new Response('Welcome to nginx!')));
    const url = `http://127.0.0.1:${otherServer.port}`;

    const { code, lines } = await runDoctor({
      ...env,
      BASE_URL: url,
      SITE_URL: url,
      PORT: String(otherServer.port),
    });

    expect(code).toBe(1);
    expect(lines['BASE_URL']).toMatch(/^fail: .* answers 200, but not like a board → /);
    expect(lines['SITE_URL']).toMatch(/^fail: .* answers 200, but not like the site of a board → /);
    expect(lines['PORT']).toMatch(/^fail: .* is used by another program → stop that/);
  });
});
