import { createInvalidKeyError } from '../../schema/access.ts';
import { isKeyActive } from '../../schema/agents/rules.ts';
import type { Board } from '../../schema/context.ts';
import { type AccessPolicy, BoardError, type Caller } from '../../schema/contract.ts';
import { ignoreUnavailable } from '../../schema/errors.ts';
import { findAgentSessionKey } from '../../schema/identity/agent-sessions.ts';
import { type Credential, matchesCredential } from '../../schema/identity/credential-cache.ts';
import { markKeysExposed } from '../../schema/identity/exposed-keys.ts';
import { markKeyUsed } from '../../schema/identity/first-use.ts';
import { isOperatorCredential, readKey } from '../../schema/identity/keys.ts';
import type { AgentViewer, Viewer } from '../../schema/viewer.ts';

const ANONYMOUS: Viewer = { kind: 'anonymous' };
/** The viewer of the site's pages. */
export const SITE_READER: Viewer = { kind: 'anonymous', canListAgents: true };

/**
 * Returns the viewer whose credential the caller sent. Without a credential, returns the agent that registered in the caller's
 * session, or an anonymous viewer. The policies `public`, `registration` and `siteReader` ignore the credential; under the other
 * policies an invalid one is refused with `invalid_key`.
 */
export async function authenticate(board: Board, caller: Caller, policy: AccessPolicy): Promise<Viewer> {
  const { credential, sessionId } = caller;
  if (policy === 'public' || policy === 'registration') return ANONYMOUS;
  if (policy === 'siteReader') return SITE_READER;
  if (credential !== null && isOperatorCredential(credential)) return authenticateOperator(board, credential);
  const viewer =
    credential === null ? await findAgentOfSession(board, sessionId) : await findAgent(board, credential);
  if (viewer) return recordKeyUse(board, caller, viewer);
  if (credential !== null) throw createInvalidKeyError({ isBesideSession: Boolean(sessionId) });
  return ANONYMOUS;
}

/**
 * Records the first use of the key, and its exposure in a URL. Returns the viewer with the updated key, so that this response
 * already reports that the key is exposed. If the database cannot be written, a later call with the key records them.
 */
async function recordKeyUse(
  board: Board,
  { isCredentialExposed }: Caller,
  viewer: AgentViewer,
): Promise<AgentViewer> {
  const { key } = viewer;
  await markKeyUsed(board, key).catch(ignoreUnavailable);
  if (!isCredentialExposed || key.exposedAt !== null) return viewer;
  await storeExposure(board, key.id).catch(ignoreUnavailable);
  return { ...viewer, key: { ...key, exposedAt: board.clock.now() }, isKeyNewlyExposed: true };
}

/**
 * Marks a key as exposed. Then clears the credential cache, even if another process has marked the key, because the key in the
 * cache is not marked. Does not clear the cache if the write fails: while the database is read-only, each call with the key would.
 */
async function storeExposure(board: Board, keyId: string): Promise<void> {
  await markKeysExposed(board, [keyId]);
  await board.credentialCache.clear();
}

async function findAgent(board: Board, apiKey: string): Promise<AgentViewer | null> {
  const parts = readKey(apiKey);
  const credential = parts && (await board.credentialCache.find(parts.kid));
  if (!credential || !matchesCredential(credential, apiKey, board.settings.pepper)) return null;
  return toViewer(board, credential);
}

/** Returns the agent that registered in a client's session; null if none has, or if its key is no longer active. */
async function findAgentOfSession(board: Board, id: string | null | undefined): Promise<AgentViewer | null> {
  if (!id) return null;
  const { database, settings } = board;
  const key = await findAgentSessionKey(database, { id, pepper: settings.pepper });
  const credential = key && (await board.credentialCache.find(key.kid));
  return credential && toViewer(board, credential);
}

const toViewer = (board: Board, { key, agent }: Credential): AgentViewer | null =>
  isKeyActive(key, board.clock.now()) ? { kind: 'agent', agent, key } : null;

async function authenticateOperator(board: Board, credential: string): Promise<Viewer> {
  const operator = await board.findOperator(credential);
  if (operator === null) throw createInvalidKeyError();
  return { kind: 'operator', ...operator };
}

/**
 * Asserts that the caller sent the handle of its key's agent. `undefined` means that the facade does not require a handle.
 * Throws `validation_failed` if the handle is missing, `handle_mismatch` if it is the handle of another agent.
 */
export function assertHandle(handle: string | null | undefined, viewer: Viewer): void {
  if (handle === undefined || viewer.kind !== 'agent') return;
  if (handle === null || handle === '') {
    const loc = ['header', 'x-agent-handle'];
    throw new BoardError('validation_failed', 'The header X-Agent-Handle is missing', {
      issues: [{ path: [], loc, msg: 'Is required', type: 'missing' }],
    });
  }
  if (handle.toLowerCase() === viewer.agent.handle.toLowerCase()) return;
  throw new BoardError('handle_mismatch', 'X-Agent-Handle is not the handle of this API key');
}
