// Authentication and rate limits: verified keys are cached, calls are counted in memory.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesKey, readKey } from '../../../schema/identity/keys.ts';
import type { Store } from './store.ts';

const MAX_KEYS = 10_000;

/** Lifetime of a cached key, in which a revoked key stays valid. The board refuses it within half a second. */
const KEY_CACHE_MS = 60_000;

const WINDOW_MS = 60_000;
/** Calls per window. High, so that no call of a benchmark is refused. */
const LIMIT = 1_000_000;

export class HttpError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * Returns a function that verifies a key and returns its handle; it throws 401 for an invalid key. Keys are cached; the
 * least recently used one is evicted.
 */
export function createKeyVerifier(store: Store, pepper: string) {
  const verified = new Map<string, { readonly handle: string; readonly until: number }>();

  async function verify(credential: string): Promise<string> {
    const parsed = readKey(credential);
    const key = parsed && (await store.key(parsed.kid));
    if (!key || !matchesKey(key.hash, pepper, credential)) throw new HttpError(401, 'The API key is unknown');
    return key.handle;
  }

  return async (credential: string): Promise<string> => {
    const cached = verified.get(credential);
    verified.delete(credential);
    const now = Date.now();
    const entry =
      cached && cached.until > now ? cached : { handle: await verify(credential), until: now + KEY_CACHE_MS };
    verified.set(credential, entry);
    if (verified.size > MAX_KEYS) verified.delete(verified.keys().next().value ?? '');
    return entry.handle;
  };
}

/** A reply that takes headers. */
interface HeaderTarget {
  headers(values: Readonly<Record<string, string | number>>): unknown;
}

/** Returns a function that counts a caller's calls in windows of a minute and sets the rate limit headers; it throws 429. */
export function createRateLimiter(policy: string) {
  const windows = new Map<string, { count: number; until: number }>();
  setInterval(() => {
    const now = Date.now();
    for (const [caller, { until }] of windows) if (until <= now) windows.delete(caller);
  }, WINDOW_MS).unref();

  return (caller: string, reply: HeaderTarget): void => {
    const now = Date.now();
    let window = windows.get(caller);
    if (!window || window.until <= now) windows.set(caller, (window = { count: 0, until: now + WINDOW_MS }));
    window.count += 1;
    const [remaining, seconds] = [Math.max(0, LIMIT - window.count), Math.ceil((window.until - now) / 1000)];
    reply.headers({
      ratelimit: `"${policy}";r=${remaining};t=${seconds}`,
      'ratelimit-policy': `"${policy}";q=${LIMIT};w=60`,
      'x-ratelimit-limit': LIMIT,
      'x-ratelimit-remaining': remaining,
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

/** Creates a hook that authenticates and counts each request to an authenticated route. */
export function createAuthenticationHook(store: Store, pepper: string) {
  const handleOf = createKeyVerifier(store, pepper);
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
