import { once } from 'node:events';
import { createServer } from 'node:net';
import { isTokenSignedWith } from '../../schema/identity/challenge.ts';
import { BOARD_PROTOCOL, errorCodes } from '../../schema/contract.ts';
import type { Config } from '../config.ts';
import { type Finding, fail, ok, describeError, warn } from './finding.ts';

const PATIENCE_MS = 3000;

const START = 'start the board: npm start';

/** Looks who has the ports, and whether the public addresses lead to this board. */
export async function checkAddresses(config: Config, hasPepper: boolean): Promise<readonly Finding[]> {
  const ports = await Promise.all([examinePort(config, 'PORT'), examinePort(config, 'SITE_PORT')]);
  const runs = ports.some(({ detail }) => detail.endsWith(HELD));
  const base = await examineBase(config, hasPepper);
  const site = await examineSite(config);
  return [...ports, ...[base, site].map((finding) => (runs ? unreachable(finding) : finding))];
}

/** Nobody answers: where the board runs, it cannot be reached at that address. */
const unreachable = (finding: Finding): Finding =>
  finding.remedy === START ? fail(finding.subject, finding.detail, elsewhere(finding.subject)) : finding;

const elsewhere = (variable: string): string =>
  `set ${variable} to where it is reached, or mend what is between`;

const HELD = 'is taken by a board that runs';

async function examinePort(config: Config, variable: 'PORT' | 'SITE_PORT'): Promise<Finding> {
  const { HOST: host, [variable]: port } = config;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return ok(variable, `${host}:${port} is free`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE')
      return fail(variable, describeError(error), `set HOST or ${variable} to what can be had`);
    return await examineHolder(config, variable);
  } finally {
    server.close();
  }
}

/** Where every interface is listened on, the board is asked on the loopback. */
const hostOf = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};

/** What a board alone answers, at each of its ports: a page, and a word of it. */
const SIGNS = {
  PORT: { path: '/.well-known/agent-board.json', word: BOARD_PROTOCOL },
  SITE_PORT: { path: '/problems/not_found', word: errorCodes.not_found.title },
} as const;

const hasWord = async (response: Response, word: string): Promise<boolean> =>
  response.ok && (await response.text().catch(() => '')).includes(word);

async function examineHolder({ HOST, ...config }: Config, variable: 'PORT' | 'SITE_PORT'): Promise<Finding> {
  const place = `${hostOf(HOST)}:${config[variable]}`;
  const asked = await ask(`http://${place}${SIGNS[variable].path}`);
  if ('response' in asked && (await hasWord(asked.response, SIGNS[variable].word)))
    return ok(variable, `${place} ${HELD}`);
  return fail(
    variable,
    `${place} is taken by another program`,
    `stop that, or set ${variable} to another port`,
  );
}

/** What answers, or why nothing does. */
type Asked = { readonly response: Response } | { readonly failure: string };

const ask = (url: string, init: RequestInit = {}): Promise<Asked> =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (response) => ({ response }),
    (error: unknown) => ({ failure: describeError(error) }),
  );

/** Only who has the board's pepper can have sealed a challenge with it. */
async function examineBase({ BASE_URL, KEY_PEPPER }: Config, hasPepper: boolean): Promise<Finding> {
  const asked = await ask(`${BASE_URL}/v1/agents/challenge`, { method: 'POST' });
  if ('failure' in asked) return warn('BASE_URL', `${BASE_URL} does not answer: ${asked.failure}`, START);
  const { response } = asked;
  if (response.status === 429)
    return warn('BASE_URL', `${BASE_URL} has no more calls for now`, 'try again in a minute');
  const told = (await response.json().catch(() => null)) as { readonly token?: unknown } | null;
  const token = told?.token;
  if (!response.ok || typeof token !== 'string')
    return fail(
      'BASE_URL',
      `${BASE_URL} answers ${response.status}, and not as a board does`,
      elsewhere('BASE_URL'),
    );
  if (!hasPepper || !isTokenSignedWith(KEY_PEPPER, token))
    return fail('BASE_URL', `${BASE_URL} is another board, or has another pepper`, elsewhere('BASE_URL'));
  return ok('BASE_URL', `${BASE_URL} answers as this board`);
}

async function examineSite({ SITE_URL }: Config): Promise<Finding> {
  const asked = await ask(`${SITE_URL}${SIGNS.SITE_PORT.path}`);
  if ('failure' in asked) return warn('SITE_URL', `${SITE_URL} does not answer: ${asked.failure}`, START);
  const { response } = asked;
  if (await hasWord(response, SIGNS.SITE_PORT.word)) return ok('SITE_URL', `${SITE_URL} answers`);
  return fail(
    'SITE_URL',
    `${SITE_URL} answers ${response.status}, and not as the site does`,
    elsewhere('SITE_URL'),
  );
}
