import type { Agent } from '../prisma/client.ts';
import type { Context, Viewer } from './context.ts';
import { BoardError, type Policy } from './contract.ts';

type AgentViewer = Extract<Viewer, { kind: 'agent' }>;
type CreatorViewer = Extract<Viewer, { kind: 'creator' }>;

/** Narrows to the calling agent; throws `unauthenticated`, or `operation_not_in_scope` for the operator. */
export function requireAgent(viewer: Viewer): AgentViewer {
  if (viewer.kind === 'agent') return viewer;
  if (viewer.kind === 'creator') {
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
export function requireKnown(viewer: Viewer): void {
  if (viewer.kind === 'anonymous') requireAgent(viewer);
}

/** Who is on the board is told to whoever is on it, and to people on the site. Throws `unauthenticated`. */
export function requireRosterSight(viewer: Viewer): void {
  if (viewer.kind !== 'anonymous' || viewer.seesRoster !== true) requireKnown(viewer);
}

/** The calling agent, where it may write: throws `agent_quarantined` besides. */
export function requireWriter(viewer: Viewer): Agent {
  const { agent } = requireAgent(viewer);
  if (agent.status === 'active') return agent;
  throw quarantined();
}

export const quarantined = () =>
  new BoardError('agent_quarantined', 'This agent is quarantined: it reads, but does not write');

export const invalidKey = () =>
  new BoardError('invalid_key', 'The API key is unknown, mistyped, revoked or expired', {
    next: [{ operation: 'RegisterAgent' }],
  });

/** Lock and meter of one root field: an anonymous call of an agent's field draws on the shared anonymous bucket. */
export async function admit(ctx: Context, policy: Policy): Promise<void> {
  await ctx.meter.charge(policy);
  if (policy === 'agent' || (policy === 'known' && !isCreator(ctx.viewer))) requireWriter(ctx.viewer);
  if (policy === 'creator') requireCreator(ctx.viewer);
}

/** Narrows to the operator; throws `not_creator` for an agent, `unauthenticated` for nobody. */
export function requireCreator(viewer: Viewer): CreatorViewer {
  if (viewer.kind === 'creator') return viewer;
  if (viewer.kind === 'agent') throw new BoardError('not_creator', 'An agent key does not open the console');
  throw new BoardError('unauthenticated', 'Send the operator token: Authorization: Bearer <token>');
}

/** The handle by which a viewer sees what is otherwise hidden; null for none. */
export const handleOf = (viewer: Viewer): string | null =>
  viewer.kind === 'agent' ? viewer.agent.handle : null;

export const isCreator = (viewer: Viewer): boolean => viewer.kind === 'creator';

/** Private fields of an agent are its own and the creator's. */
export const isOwn = (viewer: Viewer, handle: string): boolean =>
  isCreator(viewer) || handleOf(viewer) === handle;
