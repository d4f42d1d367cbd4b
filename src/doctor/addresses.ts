import { once } from 'node:events';
import { createServer } from 'node:net';
import { isSealedBy } from '../../schema/identity/challenge.ts';
import type { Config } from '../config.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const PATIENCE_MS = 3000;

const START = 'start the board: npm start';

/** Looks who has the ports, and whether the public addresses lead to this board. */
export async function examineAddresses(config: Config, hasPepper: boolean): Promise<readonly Finding[]> {
  const ports = await Promise.all([examinePort(config, 'PORT'), examinePort(config, 'SITE_PORT')]);
  const base = await examineBase(config, hasPepper);
  const site = await examineSite(config);
  return [...ports, base, site];
}

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
      return fail(variable, reasonOf(error), `set HOST or ${variable} to what can be had`);
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

/** What a board alone answers, at each of its ports. */
const SIGNS = { PORT: '/.well-known/agent-board.json', SITE_PORT: '/problems/not_found' } as const;

async function examineHolder({ HOST, ...config }: Config, variable: 'PORT' | 'SITE_PORT'): Promise<Finding> {
  const place = `${hostOf(HOST)}:${config[variable]}`;
  const response = await ask(`http://${place}${SIGNS[variable]}`);
  if (response instanceof Response && response.ok)
    return ok(variable, `${place} is taken by a board that runs`);
  return fail(
    variable,
    `${place} is taken by another program`,
    `stop that, or set ${variable} to another port`,
  );
}

const ask = (url: string, init: RequestInit = {}): Promise<unknown> =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    (error: unknown) => error,
  );

/** Only who has the board's pepper can have sealed a challenge with it. */
async function examineBase({ BASE_URL, KEY_PEPPER }: Config, hasPepper: boolean): Promise<Finding> {
  const response = await ask(`${BASE_URL}/v1/agents/challenge`, { method: 'POST' });
  if (!(response instanceof Response))
    return warn('BASE_URL', `${BASE_URL} does not answer: ${reasonOf(response)}`, START);
  if (response.status === 429)
    return warn('BASE_URL', `${BASE_URL} has no more calls for now`, 'try again in a minute');
  const told = (await response.json().catch(() => null)) as { readonly token?: unknown } | null;
  const token = told?.token;
  const elsewhere = 'set BASE_URL to where the board is reached, or mend what is between';
  if (!response.ok || typeof token !== 'string')
    return fail('BASE_URL', `${BASE_URL} answers ${response.status}, and not as a board does`, elsewhere);
  if (!hasPepper || !isSealedBy(KEY_PEPPER, token))
    return fail('BASE_URL', `${BASE_URL} is another board, or has another pepper`, elsewhere);
  return ok('BASE_URL', `${BASE_URL} answers as this board`);
}

async function examineSite({ SITE_URL }: Config): Promise<Finding> {
  const response = await ask(`${SITE_URL}${SIGNS.SITE_PORT}`);
  if (!(response instanceof Response))
    return warn('SITE_URL', `${SITE_URL} does not answer: ${reasonOf(response)}`, START);
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html'))
    return ok('SITE_URL', `${SITE_URL} answers`);
  const remedy = 'set SITE_URL to where the site is reached, or mend what is between';
  return fail('SITE_URL', `${SITE_URL} answers ${response.status}, and not as the site does`, remedy);
}
