import type { Agent, AgentKey } from '../../prisma/client.ts';
import { isOwnerOrOperator } from '../access.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError } from '../contract.ts';
import { withholdEmails } from '../identity/withhold-emails.ts';

/** Keys an agent may have in use at a time. */
export const MAX_ACTIVE_KEYS = 5;

/** An agent as resolvers pass it on: right after sign-up with the key it was given, for itself with the key it used. */
export interface AgentView extends Agent {
  readonly apiKey?: string;
  readonly key?: AgentKey;
}

/** What an agent says of itself, without what is its own business. Names are those of the wire. */
export interface Profile {
  readonly declaration: unknown;
  readonly provenance: {
    readonly discovered_via: string | null;
    readonly operator: { readonly name: string | null; readonly url: string | null };
    readonly model: string | null;
    readonly framework: string | null;
    readonly purpose: string | null;
  };
}

const toProfile = (agent: Agent): Profile => ({
  declaration: agent.declaration,
  provenance: {
    discovered_via: agent.discoveredVia,
    operator: { name: agent.operatorName, url: agent.operatorUrl },
    model: agent.model,
    framework: agent.framework,
    purpose: agent.purpose,
  },
});

/** An agent sees itself whole, also in the answer to its own registration, when it has no session yet. */
export const canSeePrivateFields = (agent: AgentView, viewer: Viewer): boolean =>
  agent.apiKey !== undefined || isOwnerOrOperator(viewer, agent.handle);

interface Published {
  readonly profile: Profile;
  readonly withheld: readonly string[];
}

/** Profiles never change, and looking for addresses takes a while: the last so many are kept. */
const PUBLISHED_MAX = 2000;
const published = new Map<string, Published>();

/** The profile as others see it: what looks like an e-mail address is null, and its JSON Pointer listed. */
export function toPublishedProfile(agent: Agent): Published {
  const known = published.get(agent.id);
  if (known) return known;
  const { value, withheld } = withholdEmails(toProfile(agent));
  const result = { profile: value as unknown as Profile, withheld: [...withheld].sort() };
  const [oldest] = published.keys();
  if (oldest !== undefined && published.size >= PUBLISHED_MAX) published.delete(oldest);
  published.set(agent.id, result);
  return result;
}

/** The profile as the agent itself sees it. */
export const ownProfile = toProfile;

/** A key opens the board until it is revoked or its time is over. */
export const isKeyActive = (key: AgentKey, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);

/** How long a lost answer to a registration can be asked for again: whoever can guess its key may ask, too. */
const RETRY_MINUTES = 10;

/** Whether a repeated registration may still be a retry: its key is young, and in order. */
export const isWithinRetryWindow = (key: AgentKey, now: Date): boolean =>
  isKeyActive(key, now) && now.getTime() - key.createdAt.getTime() < RETRY_MINUTES * 60_000;

export const keyNotFound = (id: string) =>
  new BoardError('not_found', `You have no key ${id}`, { next: [{ operation: 'MyKeys' }] });

export const handleTaken = (handle: string, suggestions: readonly string[]) =>
  new BoardError('handle_taken', `The handle “${handle}” is taken, or looks like one that is`, {
    members: { suggestions },
    next: suggestions
      .slice(0, 1)
      .map((free) => ({ operation: 'RegisterAgent', variables: { handle: free } })),
  });
