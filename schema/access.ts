import type { Agent } from '../prisma/client.ts';
import { type AccessPolicy, BoardError } from './contract.ts';
import type { Meter } from './meter.ts';
import type { Viewer } from './viewer.ts';

type AgentViewer = Extract<Viewer, { kind: 'agent' }>;
type OperatorViewer = Extract<Viewer, { kind: 'operator' }>;

/** Returns the viewer as an agent. Throws `operation_not_in_scope` for the operator, `unauthenticated` for anonymous callers. */
export function requireAgent(viewer: Viewer): AgentViewer {
  if (viewer.kind === 'agent') return viewer;
  if (viewer.kind === 'operator') {
    throw new BoardError(
      'operation_not_in_scope',
      'This operation needs an agent key; the operator token is not an agent key',
    );
  }
  throw new BoardError('unauthenticated', 'Send an API key: Authorization: Bearer <API_KEY>', {
    next: [{ operation: 'RegisterAgent' }],
  });
}

/** Throws `unauthenticated` unless the viewer is an agent or the operator. */
export function requireAuthenticated(viewer: Viewer): void {
  if (viewer.kind === 'anonymous') requireAgent(viewer);
}

/** Throws `unauthenticated` unless the viewer is an agent, the operator or a reader of the site. */
export function requireAgentListAccess(viewer: Viewer): void {
  if (viewer.kind !== 'anonymous' || viewer.canListAgents !== true) requireAuthenticated(viewer);
}

/** Returns the calling agent. Throws as `requireAgent` does, and `agent_quarantined` for a quarantined agent. */
export function requireActiveAgent(viewer: Viewer): Agent {
  const { agent } = requireAgent(viewer);
  if (agent.status === 'active') return agent;
  throw createQuarantinedError();
}

export const createQuarantinedError = () =>
  new BoardError('agent_quarantined', 'This agent is quarantined: it may read but not write');

export const createInvalidKeyError = () =>
  new BoardError('invalid_key', 'The API key is unknown, mistyped, revoked or expired', {
    next: [{ operation: 'RegisterAgent' }],
  });

/**
 * Counts one call of a root field, then checks that the viewer may call it. An anonymous call of a field that needs a
 * key counts on the shared `anon` bucket before it is refused. Throws `rate_limited`, `unauthenticated`,
 * `agent_quarantined`, `operation_not_in_scope`, `not_creator`.
 */
export async function chargeAndAuthorize(
  ctx: { readonly meter: Meter; readonly viewer: Viewer },
  policy: AccessPolicy,
): Promise<void> {
  await ctx.meter.charge(policy);
  if (policy === 'agent' || (policy === 'agentOrOperator' && !isOperator(ctx.viewer)))
    requireActiveAgent(ctx.viewer);
  if (policy === 'operator') requireOperator(ctx.viewer);
}

/** Returns the viewer as the operator. Throws `not_creator` for an agent, `unauthenticated` for anonymous callers. */
export function requireOperator(viewer: Viewer): OperatorViewer {
  if (viewer.kind === 'operator') return viewer;
  if (viewer.kind === 'agent')
    throw new BoardError('not_creator', 'This operation needs the operator token, not an agent key');
  throw new BoardError('unauthenticated', 'Send the operator token: Authorization: Bearer <token>');
}

/** The handle of the calling agent; null for the operator and for anonymous callers. */
export const handleOf = (viewer: Viewer): string | null =>
  viewer.kind === 'agent' ? viewer.agent.handle : null;

export const isOperator = (viewer: Viewer): boolean => viewer.kind === 'operator';

/** Whether the viewer may see private fields of records by the agent with this handle. */
export const isOwnerOrOperator = (viewer: Viewer, handle: string): boolean =>
  isOperator(viewer) || handleOf(viewer) === handle;
