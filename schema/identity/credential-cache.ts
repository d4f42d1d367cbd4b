// Caches keys with their agents for half a second, because agents make many requests in a row.
import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Agent, type AgentKey, readOnPrimary } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';
import { BoardError } from '../contract.ts';
import type { Loaders } from '../data/loaders.ts';
import { sizeOf } from '../values/size.ts';
import { matchesKey } from './keys.ts';

/** A key and its agent. The key may be revoked or expired: see `isKeyActive`. */
export interface Credential {
  readonly key: AgentKey;
  readonly agent: Agent;
}

export interface CredentialCache {
  /** Returns the key with this public id and its agent, or null. The rows may be half a second old. */
  find(kid: string): Promise<Credential | null>;
  /**
   * Must be called after this process has changed keys or agents. When it resolves, all workers of the board see the change.
   * Other boards on the same database see it within half a second.
   */
  clear(): Promise<void>;
}

/**
 * Loads a key and its agent. Reads the primary, because a standby may lack the latest change: the rows are cached, and would serve
 * requests that come after this change.
 */
export async function loadCredential(loaders: Loaders, kid: string): Promise<Credential | null> {
  const credential = await readOnPrimary(() => loaders.credentialByKid.load(kid));
  if (!credential) return null;
  const { key, agent } = credential;
  // A copy: the driver returns a part of a buffer of 64 KiB, and a waiting request would keep all of it in memory.
  return { key: { ...key, hash: Uint8Array.from(key.hash) }, agent };
}

/** The secrets that have matched their credential. */
const matchedSecrets = new WeakMap<Credential, Buffer>();

/**
 * Whether `secret` is the key of the credential. Compares in constant time. A key that matches is hashed once while
 * its credential is cached; later comparisons skip the hash.
 */
export function matchesCredential(credential: Credential, secret: string, pepper: string): boolean {
  const sentBytes = Buffer.from(secret);
  const knownBytes = matchedSecrets.get(credential);
  if (knownBytes?.length === sentBytes.length && timingSafeEqual(knownBytes, sentBytes)) return true;
  const isMatch = matchesKey(credential.key.hash, pepper, secret);
  if (isMatch) matchedSecrets.set(credential, sentBytes);
  return isMatch;
}

const MAX_AGE_MS = 500;

/** Maximum size of all entries, in characters: of some 10 000 usual ones. The profile of an agent can have 15 000 characters. */
const MAX_SIZE = 16 * 1024 * 1024;

/** The size of an entry without its agent. */
const ENTRY_SIZE = 1_000;

/**
 * Creates a cache over `find` for one process. A result that was requested before `clear` and arrives after it may be outdated:
 * it is returned, but not cached.
 */
export function createCredentialCache({
  clock,
  find,
}: {
  readonly clock: Clock;
  readonly find: (kid: string) => Promise<Credential | null>;
}): CredentialCache {
  const now = () => clock.now().getTime();
  const entries = new LRUCache<string, { readonly credential: Credential; readonly readAt: number }>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ credential }) => ENTRY_SIZE + sizeOf(credential.agent),
  });
  let generation = 0;

  return {
    async find(kid) {
      const cached = entries.get(kid);
      const age = cached ? now() - cached.readAt : MAX_AGE_MS;
      // The age is negative after the clock is set back.
      if (cached && age >= 0 && age < MAX_AGE_MS) return cached.credential;
      const [generationBefore, readAt] = [generation, now()];
      const credential = await find(kid);
      if (credential && generation === generationBefore) entries.set(kid, { credential, readAt });
      return credential;
    },
    clear() {
      generation += 1;
      entries.clear();
      return Promise.resolve();
    },
  };
}

/**
 * Runs a write that changes keys or agents, then clears the cache, except after a `BoardError`: a refused write was rolled back.
 * Clearing is expensive: it sends a message to each worker, and the next call of each agent reads its key again.
 */
export async function clearAfter<Result>(
  cache: Pick<CredentialCache, 'clear'>,
  write: () => Promise<Result>,
): Promise<Result> {
  let isRefused = false;
  try {
    return await write();
  } catch (error) {
    isRefused = error instanceof BoardError;
    throw error;
  } finally {
    if (!isRefused) await cache.clear();
  }
}
