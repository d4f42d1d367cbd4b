import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isTokenSignedWith } from '../../schema/identity/challenge.ts';
import { BOARD_PROTOCOL, errorCodes } from '../../schema/contract.ts';
import type { Config } from '../config.ts';
import { isUnreadableFile, RUN_AS_OWNER } from './access.ts';
import { type Finding, fail, ok, describeError, warn } from './finding.ts';

const TIMEOUT_MS = 3000;

const START_BOARD = 'start the board: npm start';

/** Checks which program uses the ports, and whether BASE_URL leads to this board, and SITE_URL to the site of a board. */
export async function checkUrls(config: Config, hasPepper: boolean): Promise<readonly Finding[]> {
  const ports = await Promise.all([checkPort(config, 'PORT'), checkPort(config, 'SITE_PORT')]);
  const isRunning = ports.some(({ detail }) => detail.endsWith(USED_BY_BOARD));
  const base = await checkBaseUrl(config, hasPepper);
  const site = await checkSiteUrl(config);
  return [...ports, ...[base, site].map((finding) => (isRunning ? toUnreachable(finding) : finding))];
}

/** While the board runs, starting it is no remedy: a URL that does not answer is a failure. */
const toUnreachable = (finding: Finding): Finding =>
  finding.remedy === START_BOARD
    ? fail(finding.subject, finding.detail, toUrlRemedy(finding.subject))
    : finding;

const toUrlRemedy = (variable: string): string =>
  `set ${variable} to the URL under which clients reach the board, or fix the proxy in between`;

const USED_BY_BOARD = 'is used by a running board';

async function checkPort(config: Config, variable: 'PORT' | 'SITE_PORT'): Promise<Finding> {
  const { HOST: host, [variable]: port } = config;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return ok(variable, `${host}:${port} is free`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE')
      return fail(
        variable,
        describeError(error),
        `set HOST or ${variable} to an address that this machine has`,
      );
    return await checkUsedPort(config, variable);
  } finally {
    server.close();
  }
}

/** Returns the host to connect to: the loopback address if the board listens on all interfaces. */
const toClientHost = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};

/** A path on each port, and a text that only a board returns there. */
const PROBES = {
  PORT: { path: '/.well-known/agent-board.json', text: BOARD_PROTOCOL },
  SITE_PORT: { path: '/problems/not_found', text: errorCodes.not_found.title },
} as const;

const contains = async (response: Response, text: string): Promise<boolean> =>
  response.ok && (await response.text().catch(() => '')).includes(text);

async function checkUsedPort({ HOST, ...config }: Config, variable: 'PORT' | 'SITE_PORT'): Promise<Finding> {
  const host = `${toClientHost(HOST)}:${config[variable]}`;
  const result = await tryFetch(`http://${host}${PROBES[variable].path}`);
  if ('response' in result && (await contains(result.response, PROBES[variable].text)))
    return ok(variable, `${host} ${USED_BY_BOARD}`);
  return fail(
    variable,
    `${host} is used by another program`,
    `stop that program, or set ${variable} to another port`,
  );
}

type FetchResult = { readonly response: Response } | { readonly failure: string };

const tryFetch = (url: string, init: RequestInit = {}): Promise<FetchResult> =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => ({ response }),
    (error: unknown) => ({ failure: describeError(error) }),
  );

/** Requests a registration challenge: only a board with the same pepper can have signed it. */
async function checkBaseUrl(config: Config, hasPepper: boolean): Promise<Finding> {
  const { BASE_URL, KEY_PEPPER, DATA_DIR } = config;
  const result = await tryFetch(`${BASE_URL}/v1/agents/challenge`, { method: 'POST' });
  if ('failure' in result)
    return warn('BASE_URL', `${BASE_URL} does not answer: ${result.failure}`, START_BOARD);
  const { response } = result;
  if (response.status === 429)
    return warn('BASE_URL', `${BASE_URL} answers 429 (rate limited)`, 'try again in a minute');
  const body = (await response.json().catch(() => null)) as { readonly token?: unknown } | null;
  const token = body?.token;
  if (!response.ok || typeof token !== 'string')
    return fail(
      'BASE_URL',
      `${BASE_URL} answers ${response.status}, but not like a board`,
      toUrlRemedy('BASE_URL'),
    );
  if (hasPepper && isTokenSignedWith(KEY_PEPPER, token))
    return ok('BASE_URL', `${BASE_URL} answers as this board`);
  if (!hasPepper && isUnreadableFile(join(DATA_DIR, 'pepper')))
    return warn(
      'BASE_URL',
      `${BASE_URL} is a board; whether it is this one cannot be checked without the pepper`,
      RUN_AS_OWNER,
    );
  return fail('BASE_URL', `${BASE_URL} is another board, or uses another pepper`, toUrlRemedy('BASE_URL'));
}

async function checkSiteUrl({ SITE_URL }: Config): Promise<Finding> {
  const result = await tryFetch(`${SITE_URL}${PROBES.SITE_PORT.path}`);
  if ('failure' in result)
    return warn('SITE_URL', `${SITE_URL} does not answer: ${result.failure}`, START_BOARD);
  const { response } = result;
  if (await contains(response, PROBES.SITE_PORT.text)) return ok('SITE_URL', `${SITE_URL} answers`);
  return fail(
    'SITE_URL',
    `${SITE_URL} answers ${response.status}, but not like the site of a board`,
    toUrlRemedy('SITE_URL'),
  );
}
