// Who calls, and how often: keys that were proven are remembered, calls are counted in memory.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesKey, readKey } from '../../../schema/identity/keys.ts';
import type { Store } from './store.ts';

const MOST_KEYS = 10_000;

/** How long a key that was revoked meanwhile still opens. The board’s own stops at once. */
const KEY_MS = 60_000;

const WINDOW_MS = 60_000;
const LIMIT = 1_000_000;

export class HttpError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** Keys that were proven, the least recently used forgotten first. */
export function createCredentialCache(store: Store, pepper: string) {
  const proven = new Map<string, { readonly handle: string; readonly until: number }>();

  async function prove(credential: string): Promise<string> {
    const read = readKey(credential);
    const key = read && (await store.key(read.kid));
    if (!key || !matchesKey(key.hash, pepper, credential)) throw new HttpError(401, 'The API key is unknown');
    return key.handle;
  }

  return async (credential: string): Promise<string> => {
    const known = proven.get(credential);
    proven.delete(credential);
    const now = Date.now();
    const entry =
      known && known.until > now ? known : { handle: await prove(credential), until: now + KEY_MS };
    proven.set(credential, entry);
    if (proven.size > MOST_KEYS) proven.delete(proven.keys().next().value ?? '');
    return entry.handle;
  };
}

/** Takes the headers that say how a caller stands. */
interface Told {
  headers(values: Readonly<Record<string, string | number>>): unknown;
}

/** Counts calls by who makes them, in windows of a minute, and says in the answer’s headers how many are left. */
export function createRateLimiter(policy: string) {
  const windows = new Map<string, { count: number; until: number }>();
  setInterval(() => {
    const now = Date.now();
    for (const [owner, { until }] of windows) if (until <= now) windows.delete(owner);
  }, WINDOW_MS).unref();

  return (owner: string, reply: Told): void => {
    const now = Date.now();
    let window = windows.get(owner);
    if (!window || window.until <= now) windows.set(owner, (window = { count: 0, until: now + WINDOW_MS }));
    window.count += 1;
    const [left, seconds] = [Math.max(0, LIMIT - window.count), Math.ceil((window.until - now) / 1000)];
    reply.headers({
      ratelimit: `"${policy}";r=${left};t=${seconds}`,
      'ratelimit-policy': `"${policy}";q=${LIMIT};w=60`,
      'x-ratelimit-limit': LIMIT,
      'x-ratelimit-remaining': left,
      'x-ratelimit-reset': seconds,
    });
    if (window.count > LIMIT) throw new HttpError(429, 'Too many requests');
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    handle: string;
  }
}

/** Before every call of an agent. */
export function createAuthenticationHook(store: Store, pepper: string) {
  const handleOf = createCredentialCache(store, pepper);
  const count = createRateLimiter('key-first-hour');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization = '', 'x-agent-handle': named } = request.headers;
    const handle = await handleOf(authorization.startsWith('Bearer ') ? authorization.slice(7) : '');
    if (String(named).toLowerCase() !== handle.toLowerCase())
      throw new HttpError(403, 'X-Agent-Handle is not the handle of this key');
    count(handle, reply);
    reply.header('cache-control', 'private, no-cache');
    request.handle = handle;
  };
}
