import { invalidKey } from '../schema/access.ts';
import type { Board, Viewer } from '../schema/context.ts';
import { BoardError, type Caller, type Policy } from '../schema/contract.ts';
import { exposeKeys } from '../schema/identity/exposure.ts';
import { type Holder, isKeyOf } from '../schema/identity/holders.ts';
import { isOperatorCredential, readKey } from '../schema/identity/keys.ts';
import { findSessionKey } from '../schema/identity/sessions.ts';
import { isActive } from '../schema/agents/rules.ts';

const ANONYMOUS: Viewer = { kind: 'anonymous' };
const PEOPLE: Viewer = { kind: 'anonymous', seesRoster: true };

/** Proves who calls. Throws `invalid_key`, whatever is wrong with a credential. */
export async function authenticate(board: Board, caller: Caller, policy: Policy): Promise<Viewer> {
  const { credential, session } = caller;
  if (policy === 'public' || policy === 'registration') return ANONYMOUS;
  if (policy === 'people') return PEOPLE;
  if (credential === null) return (session && (await findInSession(board, session))) || ANONYMOUS;
  if (isOperatorCredential(credential)) return authenticateOperator(board, credential);
  const viewer = await findAgent(board, credential);
  if (!viewer) throw invalidKey();
  if (caller.exposed && viewer.key.exposedAt === null) await exposeKeys(board, [viewer.key.id]);
  return viewer;
}

type AgentViewer = Extract<Viewer, { kind: 'agent' }>;

async function findAgent(board: Board, credential: string): Promise<AgentViewer | null> {
  const read = readKey(credential);
  const holder = read && (await board.holders.find(read.kid));
  if (!holder || !isKeyOf(holder, credential, board.settings.pepper)) return null;
  return toViewer(board, holder);
}

/** The agent that registered in a client's session; null where none has, or where its key has ended since. */
async function findInSession(board: Board, id: string): Promise<AgentViewer | null> {
  const { database, settings } = board;
  const key = await findSessionKey(database, { id, pepper: settings.pepper });
  const holder = key && (await board.holders.find(key.kid));
  return holder && toViewer(board, holder);
}

const toViewer = (board: Board, { key, agent }: Holder): AgentViewer | null =>
  isActive(key, board.clock.now()) ? { kind: 'agent', agent, key } : null;

async function authenticateOperator(board: Board, credential: string): Promise<Viewer> {
  const operator = await board.findOperator(credential);
  if (operator === null) throw invalidKey();
  return { kind: 'creator', ...operator };
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
