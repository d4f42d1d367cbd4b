// The checks of the ports and of the public URLs, against servers that are no boards.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOARD_PROTOCOL } from '../../../schema/contract.ts';
import { readConfig } from '../../../src/config.ts';
import { checkUrls } from '../../../src/doctor/public-urls.ts';
import { PEPPER } from '../../support/processes/command-line.ts';

/** Responds with the status in the path. The text is the one by which the port of a board is recognized. */
const server = createServer((request, response) => {
  response.statusCode = Number(/^\/(\d{3})\//.exec(request.url ?? '')?.[1] ?? 200);
  response.end(response.statusCode === 201 ? '{"token":"x"}' : BOARD_PROTOCOL);
});
let port: number;
beforeAll(async () => {
  server.listen(0);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

const check = (settings: Readonly<Record<string, string>>) =>
  checkUrls(readConfig({ KEY_PEPPER: PEPPER, ...settings }), true);

const FIX = (variable: string) =>
  `set ${variable} to the URL under which clients reach the board, or fix the proxy in between`;

test.each([
  [429, 'warn', 'answers 429 (rate limited)', 'try again in a minute'],
  [200, 'fail', 'answers 200, but not like a board', FIX('BASE_URL')],
  [500, 'fail', 'answers 500, but not like a board', FIX('BASE_URL')],
  [201, 'fail', 'is another board, or uses another pepper', FIX('BASE_URL')],
])('a BASE_URL that answers %i', async (status, level, text, remedy) => {
  const url = `http://127.0.0.1:${port}/${status}`;
  const findings = await check({ HOST: '192.0.2.1', BASE_URL: url, SITE_URL: url });

  const unavailable = (variable: string, number: number) => ({
    level: 'fail',
    subject: variable,
    detail: `listen EADDRNOTAVAIL: address not available 192.0.2.1:${number}`,
    remedy: `set HOST or ${variable} to an address that this machine has`,
  });
  expect(findings).toEqual([
    unavailable('PORT', 4000),
    unavailable('SITE_PORT', 4001),
    { level, subject: 'BASE_URL', detail: `${url} ${text}`, remedy },
    {
      level: 'fail',
      subject: 'SITE_URL',
      detail: `${url} answers ${status}, but not like the site of a board`,
      remedy: FIX('SITE_URL'),
    },
  ]);
});

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
])('a port that is used on %s is asked at %s', async (HOST, host) => {
  const url = `http://127.0.0.1:${port}/500`;
  const findings = await check({
    HOST,
    PORT: String(port),
    SITE_PORT: String(port + 1),
    BASE_URL: url,
    SITE_URL: url,
  });

  expect(findings[0]).toEqual({
    level: 'ok',
    subject: 'PORT',
    detail: `${host}:${port} is used by a running board`,
  });
});
