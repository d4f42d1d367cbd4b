// What doctor reports to a user that may not read the data folder.
import fs, { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createChallenge } from '../../../schema/identity/challenge.ts';
import { readConfig } from '../../../src/config.ts';
import { checkConfiguration } from '../../../src/doctor/configuration.ts';
import { checkDataFolder } from '../../../src/doctor/data-folder.ts';
import type { Finding } from '../../../src/doctor/finding.ts';
import { checkUrls } from '../../../src/doctor/public-urls.ts';
import { PEPPER } from '../../support/processes/command-line.ts';
import { openFolder, type TestFolder } from '../../support/processes/data-folder.ts';

/** A board whose pepper is PEPPER. */
const server = createServer((_request, response) => {
  const options = { handle: null, difficultyBits: 1, now: new Date(), ttlSeconds: 60 };
  response.end(JSON.stringify(createChallenge({ secret: PEPPER, ...options })));
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Denies access to a path as to another user. The tests may run as root, which has access whatever the permissions are. */
function denyAccess(denied: string): void {
  const { accessSync, existsSync } = fs;
  vi.spyOn(fs, 'existsSync').mockImplementation(
    (path) => !String(path).startsWith(`${denied}/`) && existsSync(path),
  );
  vi.spyOn(fs, 'accessSync').mockImplementation((path, mode) => {
    if (String(path).startsWith(denied)) throw Object.assign(new Error('denied'), { code: 'EACCES' });
    accessSync(path, mode);
  });
  syncBuiltinESMExports();
}

/** Creates the data of a board, with its pepper. */
function createData({ data }: TestFolder): string {
  mkdirSync(join(data, 'postgres'), { recursive: true, mode: 0o700 });
  const file = join(data, 'pepper');
  writeFileSync(file, PEPPER, { mode: 0o600 });
  return file;
}

const toLine = ({ level, detail, remedy }: Finding) => `${level} ${detail} → ${remedy}`;

/** The findings about the data folder and BASE_URL that are not ok. */
async function check({ data }: TestFolder): Promise<readonly string[]> {
  const { config, hasPepper } = checkConfiguration({ DATA_DIR: data, BASE_URL: url, SITE_URL: url });
  const folder = checkDataFolder(config!, hasPepper).filter(({ subject }) => subject !== 'disk');
  const urls = (await checkUrls(config!, hasPepper)).filter(({ subject }) => subject === 'BASE_URL');
  return [...folder, ...urls].filter(({ level }) => level !== 'ok').map(toLine);
}

const AS_OWNER = 'run doctor as the user that runs the board';
const unknownBoard = () =>
  `warn ${url} is a board; whether it is this one cannot be checked without the pepper → ${AS_OWNER}`;

test('a data folder that the user may not read is not reported as empty, nor the board as another one', async () => {
  await using folder = await openFolder();
  createData(folder);
  denyAccess(folder.data);

  expect(await check(folder)).toEqual([
    `fail ${folder.data} is not readable by this user → ${AS_OWNER}`,
    unknownBoard(),
  ]);
});

test('a pepper that the user may not read is not reported as damaged, nor the board as another one', async () => {
  await using folder = await openFolder();
  const file = createData(folder);
  denyAccess(file);

  expect(await check(folder)).toEqual([
    `fail ${file} is not readable by this user → ${AS_OWNER}`,
    unknownBoard(),
  ]);
});

test('a user that may read the data folder gets no such findings', async () => {
  await using folder = await openFolder();
  createData(folder);

  expect(await check(folder)).toEqual([]);
});

test('a board that answers before this one has a pepper is another board', async () => {
  await using folder = await openFolder();

  expect(await check(folder)).toEqual([
    `fail ${url} is another board, or uses another pepper → set BASE_URL to the URL under which clients reach the board, or fix the proxy in between`,
  ]);
});

test('a configured pepper needs no readable file', async () => {
  await using folder = await openFolder();
  denyAccess(createData(folder));
  const config = readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER, BASE_URL: url, SITE_URL: url });

  const findings = await checkUrls(config, true);

  expect(findings.find(({ subject }) => subject === 'BASE_URL')?.level).toBe('ok');
});
