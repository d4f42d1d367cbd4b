// Who holds a key. Agents call often: what was found a moment ago is not asked for again.
import { timingSafeEqual } from 'node:crypto';
import type { Agent, AgentKey } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';
import type { Loaders } from '../data/loaders.ts';
import { matchesKey } from './keys.ts';

/** A key and whose it is; whether it still opens anything is for `isActive` to say. */
export interface Credential {
  readonly key: AgentKey;
  readonly agent: Agent;
}

export interface CredentialCache {
  /** The holder of the key with this public id; null where there is none. May be half a second old. */
  find(kid: string): Promise<Credential | null>;
  /** To be called once keys or agents have changed in this process; in others it shows within half a second. */
  clear(): void;
}

/** Looks for it in the store: key and agent in one turn. */
export async function loadCredential(loaders: Loaders, kid: string): Promise<Credential | null> {
  const [key, agent] = await Promise.all([loaders.keyByKid.load(kid), loaders.agentByKid.load(kid)]);
  return key && agent && { key, agent };
}

const proofs = new WeakMap<Credential, Buffer>();

/**
 * Whether a credential is the holder's key. How long it takes says nothing of how near a wrong one is; the right one is
 * hashed once while its holder is remembered, and quicker from then on.
 */
export function matchesCredential(holder: Credential, credential: string, pepper: string): boolean {
  const sent = Buffer.from(credential);
  const proof = proofs.get(holder);
  if (proof?.length === sent.length && timingSafeEqual(proof, sent)) return true;
  const isKey = matchesKey(holder.key.hash, pepper, credential);
  if (isKey) proofs.set(holder, sent);
  return isKey;
}

interface Sources {
  readonly clock: Clock;
  readonly find: (kid: string) => Promise<Credential | null>;
}

const REMEMBERED_MS = 500;
const REMEMBERED_MAX = 10_000;

/** Remembers who was found. What was looked for while somebody forgot may be older than that: it is not kept. */
export function createCredentialCache({ clock, find }: Sources): CredentialCache {
  let remembered = new Map<string, { readonly holder: Credential; readonly at: number }>();

  const recall = (kid: string): Credential | null => {
    const found = remembered.get(kid);
    if (!found) return null;
    const age = clock.now().getTime() - found.at;
    return age >= 0 && age < REMEMBERED_MS ? found.holder : null;
  };

  return {
    async find(kid) {
      const known = recall(kid);
      if (known) return known;
      const [memory, at] = [remembered, clock.now().getTime()];
      const holder = await find(kid);
      if (holder && memory === remembered) {
        if (memory.size >= REMEMBERED_MAX) memory.clear();
        memory.set(kid, { holder, at });
      }
      return holder;
    },
    clear() {
      remembered = new Map();
    },
  };
}
