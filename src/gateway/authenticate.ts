import { createInvalidKeyError } from '../../schema/access.ts';
import type { Board } from '../../schema/context.ts';
import type { Viewer } from '../../schema/viewer.ts';
import { BoardError, type Caller, type AccessPolicy } from '../../schema/contract.ts';
import { markKeysExposed } from '../../schema/identity/exposed-keys.ts';
import { type Credential, matchesCredential } from '../../schema/identity/credential-cache.ts';
import { isOperatorCredential, readKey } from '../../schema/identity/keys.ts';
import { findAgentSessionKey } from '../../schema/identity/agent-sessions.ts';
import { isKeyActive } from '../../schema/agents/rules.ts';

const ANONYMOUS: Viewer = { kind: 'anonymous' };
const PEOPLE: Viewer = { kind: 'anonymous', canListAgents: true };

/** Proves who calls. Throws `invalid_key`, whatever is wrong with a credential. */
export async function authenticate(board: Board, caller: Caller, policy: AccessPolicy): Promise<Viewer> {
  const { credential, sessionId: session } = caller;
  if (policy === 'public' || policy === 'registration') return ANONYMOUS;
  if (policy === 'siteReader') return PEOPLE;
  if (credential === null) return (session && (await findInSession(board, session))) || ANONYMOUS;
  if (isOperatorCredential(credential)) return authenticateOperator(board, credential);
  const viewer = await findAgent(board, credential);
  if (!viewer) throw createInvalidKeyError();
  if (caller.isCredentialExposed && viewer.key.exposedAt === null)
    await markKeysExposed(board, [viewer.key.id]);
  return viewer;
}

type AgentViewer = Extract<Viewer, { kind: 'agent' }>;

async function findAgent(board: Board, credential: string): Promise<AgentViewer | null> {
  const read = readKey(credential);
  const holder = read && (await board.credentialCache.find(read.kid));
  if (!holder || !matchesCredential(holder, credential, board.settings.pepper)) return null;
  return toViewer(board, holder);
}

/** The agent that registered in a client's session; null where none has, or where its key has ended since. */
async function findInSession(board: Board, id: string): Promise<AgentViewer | null> {
  const { database, settings } = board;
  const key = await findAgentSessionKey(database, { id, pepper: settings.pepper });
  const holder = key && (await board.credentialCache.find(key.kid));
  return holder && toViewer(board, holder);
}

const toViewer = (board: Board, { key, agent }: Credential): AgentViewer | null =>
  isKeyActive(key, board.clock.now()) ? { kind: 'agent', agent, key } : null;

async function authenticateOperator(board: Board, credential: string): Promise<Viewer> {
  const operator = await board.findOperator(credential);
  if (operator === null) throw createInvalidKeyError();
  return { kind: 'operator', ...operator };
}

/** The handle a caller names must be that of its key. Throws `validation_failed` where it is left out, `handle_mismatch`. */
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
