// Doctor finds out which program answers at the ports and at the configured URLs.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOARD_PROTOCOL, errorCodes } from '../../../schema/contract.ts';
import { createChallenge } from '../../../schema/identity/challenge.ts';
import { readConfig } from '../../../src/config.ts';
import { checkUrls } from '../../../src/doctor/public-urls.ts';
import { PEPPER } from '../../support/processes/command-line.ts';

type Answer = readonly [status: number, body: string];

let server: Server;
let port: number;
let answers: Readonly<Record<string, Answer>> = {};

beforeAll(async () => {
  server = createServer(({ method, url }, response) => {
    const [status, body] = answers[`${method} ${url}`] ?? [404, 'none'];
    response.writeHead(status, { location: '/elsewhere' }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const CHALLENGE = 'POST /v1/agents/challenge';
const DESCRIPTION = 'GET /.well-known/agent-board.json';
const PROBLEM = 'GET /problems/not_found';

const tokenOf = (secret: string) =>
  createChallenge({ secret, handle: null, difficultyBits: 1, now: new Date(), ttlSeconds: 60 }).token;

/** The level, subject and detail of each finding while the server listens on PORT and answers as given. */
async function check(given: typeof answers, hasPepper = true) {
  answers = given;
  const url = `http://127.0.0.1:${port}`;
  // No program listens on port 1.
  const ports = { PORT: String(port), SITE_PORT: '1', BASE_URL: url, SITE_URL: url };
  const findings = await checkUrls(
    readConfig({ ...ports, DATABASE_URL: 'postgresql://unused', KEY_PEPPER: PEPPER }),
    hasPepper,
  );
  return findings.map(({ level, subject, detail }) => [level, subject, detail.replaceAll(String(port), 'P')]);
}

const URL_P = 'http://127.0.0.1:P';
const BOARD: readonly Answer[] = [
  [200, JSON.stringify({ token: tokenOf(PEPPER) })],
  [200, BOARD_PROTOCOL],
  [200, errorCodes.not_found.title],
];
const toAnswers = ([challenge, description, problem]: readonly Answer[]) => ({
  ...(challenge && { [CHALLENGE]: challenge }),
  ...(description && { [DESCRIPTION]: description }),
  ...(problem && { [PROBLEM]: problem }),
});

test.each([
  ['this board', BOARD, ['ok', 'ok', 'ok'], [`${URL_P} answers as this board`, `${URL_P} answers`]],
  [
    'a board that limits the rate',
    [[429, '{}'], BOARD[1]!, BOARD[2]!],
    ['ok', 'warn', 'ok'],
    [`${URL_P} answers 429 (rate limited)`, `${URL_P} answers`],
  ],
  [
    'a board with another pepper',
    [[200, JSON.stringify({ token: tokenOf(`other ${PEPPER}`) })], BOARD[1]!, BOARD[2]!],
    ['ok', 'fail', 'ok'],
    [`${URL_P} is another board, or uses another pepper`, `${URL_P} answers`],
  ],
  [
    'a program whose challenge has no token',
    [[200, '{}'], BOARD[1]!, BOARD[2]!],
    ['ok', 'fail', 'ok'],
    [`${URL_P} answers 200, but not like a board`, `${URL_P} answers`],
  ],
  [
    'another program',
    [
      [302, BOARD[0]![1]],
      [500, BOARD_PROTOCOL],
      [200, 'none'],
    ],
    ['fail', 'fail', 'fail'],
    [`${URL_P} answers 302, but not like a board`, `${URL_P} answers 200, but not like the site of a board`],
  ],
] as const)('%s is recognized by its answers', async (_name, given, levels, details) => {
  const [onPort, onSitePort, base, site] = await check(toAnswers(given));

  expect(onPort).toEqual([
    levels[0],
    'PORT',
    levels[0] === 'ok' ? '127.0.0.1:P is used by a running board' : '127.0.0.1:P is used by another program',
  ]);
  expect(onSitePort?.[1]).toBe('SITE_PORT');
  expect([base, site]).toEqual([
    [levels[1], 'BASE_URL', details[0]],
    [levels[2], 'SITE_URL', details[1]],
  ]);
});

test('without a pepper, a board that answers is reported as another board', async () => {
  expect((await check(toAnswers(BOARD), false))[2]).toEqual([
    'fail',
    'BASE_URL',
    `${URL_P} is another board, or uses another pepper`,
  ]);
});
