// Doctor checks the ports at the address on which the board is to listen.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOARD_PROTOCOL } from '../../../schema/contract.ts';
import { readConfig } from '../../../src/config.ts';
import { checkUrls } from '../../../src/doctor/public-urls.ts';
import { PEPPER } from '../../support/processes/command-line.ts';

/** Responds with the text by which doctor recognizes the port of a board. */
const server = createServer((_request, response) => void response.end(BOARD_PROTOCOL));
let port: number;
beforeAll(async () => {
  server.listen(0);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

const check = (settings: Readonly<Record<string, string>>) => {
  const url = `http://127.0.0.1:${port}`;
  return checkUrls(readConfig({ KEY_PEPPER: PEPPER, BASE_URL: url, SITE_URL: url, ...settings }), true);
};

test('an address that the machine does not have fails for both ports', async () => {
  const findings = await check({ HOST: '192.0.2.1' });

  const unavailable = (variable: string, number: number) => ({
    level: 'fail',
    subject: variable,
    detail: `listen EADDRNOTAVAIL: address not available 192.0.2.1:${number}`,
    remedy: `set HOST or ${variable} to an address that this machine has`,
  });
  expect(findings.slice(0, 2)).toEqual([unavailable('PORT', 4000), unavailable('SITE_PORT', 4001)]);
});

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
])('with HOST=%s, a board that uses the port is found at %s', async (HOST, host) => {
  const findings = await check({ HOST, PORT: String(port), SITE_PORT: String(port + 1) });

  expect(findings[0]).toEqual({
    level: 'ok',
    subject: 'PORT',
    detail: `${host}:${port} is used by a running board`,
  });
});
