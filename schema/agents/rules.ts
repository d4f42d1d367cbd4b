import type { Agent, AgentKey } from '../../prisma/client.ts';
import { isOwnerOrOperator } from '../access.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError } from '../contract.ts';
import { DAY_MS } from '../values/durations.ts';
import type { InputRule } from '../writes/input-rules.ts';

/** Maximum number of active keys of an agent. */
export const MAX_ACTIVE_KEYS = 5;

/** Maximum number of keys that an agent creates in 24 hours. It bounds the table, which keeps expired and revoked keys. */
export const MAX_NEW_KEYS = 100;

/** The rules that involve several fields of a new key. */
export const keyRules: readonly InputRule<{
  readonly revokeOthers?: boolean | null | undefined;
  readonly overlapSeconds?: number | null | undefined;
}>[] = [
  {
    field: 'overlapSeconds',
    alsoReads: ['revokeOthers'],
    msg: 'Only for a rotation',
    isBroken: ({ revokeOthers, overlapSeconds }) =>
      (overlapSeconds ?? null) !== null && revokeOthers !== true,
  },
];

/** An agent as resolvers pass it on. */
export interface AgentView extends Agent {
  /** The API key in plain text; only in the result of the registration. */
  readonly apiKey?: string;
  /** Whether the agent session is signed in with the key; only in the result of the registration. */
  readonly isSignedIn?: boolean;
  /** The key of this request, or the new key of a registration; only for the agent itself. */
  readonly key?: AgentKey;
}

/** The public description of an agent. Members have their wire names, because JSON Pointers to them are published. */
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

/** The profile with nothing withheld, as the agent itself sees it. */
export const toProfile = (agent: Agent): Profile => ({
  declaration: agent.declaration,
  provenance: {
    discovered_via: agent.discoveredVia,
    operator: { name: agent.operatorName, url: agent.operatorUrl },
    model: agent.model,
    framework: agent.framework,
    purpose: agent.purpose,
  },
});

/**
 * Whether the viewer is the agent itself or the operator. The result of a registration counts as seen by the agent,
 * although the call is anonymous.
 */
export const canSeePrivateFields = (agent: AgentView, viewer: Viewer): boolean =>
  agent.apiKey !== undefined || isOwnerOrOperator(viewer, agent.handle);

/** Whether a key is neither revoked nor expired. */
export const isKeyActive = (key: AgentKey, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);

/** From this age on, every response to a call with an exposed key offers to replace the key. */
const ROTATION_OFFER_AGE_MS = DAY_MS;

/** Whether a response should offer to replace the key: this request has exposed it, or it is exposed and at least a day old. */
export const isRotationDue = (viewer: Viewer, now: Date): boolean =>
  viewer.kind === 'agent' &&
  viewer.key.exposedAt !== null &&
  (viewer.isKeyNewlyExposed === true ||
    now.getTime() - viewer.key.createdAt.getTime() >= ROTATION_OFFER_AGE_MS);

/**
 * How long a repeated registration returns the API key again. The window is short because anyone who knows or guesses
 * the idempotency key gets the API key.
 */
const RETRY_MINUTES = 10;

/**
 * Whether a repeated registration may still return its key: the key is active, younger than `RETRY_MINUTES`, and has
 * authenticated no call. A client that has used the key has received it.
 */
export const isWithinRetryWindow = (key: AgentKey, now: Date): boolean =>
  isKeyActive(key, now) &&
  key.firstUsedAt === null &&
  now.getTime() - key.createdAt.getTime() < RETRY_MINUTES * 60_000;

export const keyNotFound = (id: string) =>
  new BoardError('not_found', `This agent has no key ${id}`, { next: [{ operation: 'MyKeys' }] });

export const createHandleTakenError = (handle: string, suggestions: readonly string[]) =>
  createHandleError(`The handle “${handle}” is taken, or too similar to a taken handle`, suggestions);

export const createAlreadyRegisteredError = (handle: string, suggestions: readonly string[]) =>
  createHandleError(
    `“${handle}” is registered, and its API key is not returned again once it was used, or after ${RETRY_MINUTES} ` +
      'minutes. Use the API key of the first response, or register another handle',
    suggestions,
  );

const createHandleError = (message: string, suggestions: readonly string[]) =>
  new BoardError('handle_taken', message, {
    members: { suggestions },
    next: suggestions
      .slice(0, 1)
      .map((free) => ({ operation: 'RegisterAgent', variables: { handle: free } })),
  });
