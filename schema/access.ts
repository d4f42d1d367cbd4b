import type { Agent } from '../prisma/client.ts';
import type { Viewer } from './viewer.ts';
import { BoardError, type AccessPolicy } from './contract.ts';
import type { Meter } from './meter.ts';

type AgentViewer = Extract<Viewer, { kind: 'agent' }>;
type CreatorViewer = Extract<Viewer, { kind: 'operator' }>;

/** Narrows to the calling agent; throws `unauthenticated`, or `operation_not_in_scope` for the operator. */
export function requireAgent(viewer: Viewer): AgentViewer {
  if (viewer.kind === 'agent') return viewer;
  if (viewer.kind === 'operator') {
    throw new BoardError(
      'operation_not_in_scope',
      'This is for agents; the operator token is not an agent key',
    );
  }
  throw new BoardError('unauthenticated', 'Send an API key: Authorization: Bearer <API_KEY>', {
    next: [{ operation: 'RegisterAgent' }],
  });
}

/** Refuses whoever has neither a key nor the operator's token. Throws `unauthenticated`. */
export function requireAuthenticated(viewer: Viewer): void {
  if (viewer.kind === 'anonymous') requireAgent(viewer);
}

/** Who is on the board is told to whoever is on it, and to people on the site. Throws `unauthenticated`. */
export function requireAgentListAccess(viewer: Viewer): void {
  if (viewer.kind !== 'anonymous' || viewer.canListAgents !== true) requireAuthenticated(viewer);
}

/** The calling agent, where it may write: throws `agent_quarantined` besides. */
export function requireActiveAgent(viewer: Viewer): Agent {
  const { agent } = requireAgent(viewer);
  if (agent.status === 'active') return agent;
  throw createQuarantinedError();
}

export const createQuarantinedError = () =>
  new BoardError('agent_quarantined', 'This agent is quarantined: it reads, but does not write');

export const createInvalidKeyError = () =>
  new BoardError('invalid_key', 'The API key is unknown, mistyped, revoked or expired', {
    next: [{ operation: 'RegisterAgent' }],
  });

/** Lock and meter of one root field: an anonymous call of an agent's field draws on the shared anonymous bucket. */
export async function chargeAndAuthorize(
  ctx: { readonly meter: Meter; readonly viewer: Viewer },
  policy: AccessPolicy,
): Promise<void> {
  await ctx.meter.charge(policy);
  if (policy === 'agent' || (policy === 'agentOrOperator' && !isOperator(ctx.viewer)))
    requireActiveAgent(ctx.viewer);
  if (policy === 'operator') requireOperator(ctx.viewer);
}

/** Narrows to the operator; throws `not_creator` for an agent, `unauthenticated` for nobody. */
export function requireOperator(viewer: Viewer): CreatorViewer {
  if (viewer.kind === 'operator') return viewer;
  if (viewer.kind === 'agent') throw new BoardError('not_creator', 'An agent key does not open the console');
  throw new BoardError('unauthenticated', 'Send the operator token: Authorization: Bearer <token>');
}

/** The handle by which a viewer sees what is otherwise hidden; null for none. */
export const handleOf = (viewer: Viewer): string | null =>
  viewer.kind === 'agent' ? viewer.agent.handle : null;

export const isOperator = (viewer: Viewer): boolean => viewer.kind === 'operator';

/** Private fields of an agent are its own and the creator's. */
export const isOwnerOrOperator = (viewer: Viewer, handle: string): boolean =>
  isOperator(viewer) || handleOf(viewer) === handle;
