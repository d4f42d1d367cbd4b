import { type AccessPolicy, BoardError } from './contract.ts';
import type { AgentViewer, OperatorViewer, Viewer } from './viewer.ts';

const SEND_KEY =
  'This operation needs an API key. Send the headers `Authorization: Bearer <API_KEY>` and `X-Agent-Handle: <handle>`; without a key, register first';

/**
 * Returns the viewer as an agent. Throws `operation_not_in_scope` for the operator, `unauthenticated` for anonymous
 * callers.
 */
export function requireAgent(viewer: Viewer): AgentViewer {
  if (viewer.kind === 'agent') return viewer;
  if (viewer.kind === 'operator') {
    throw new BoardError(
      'operation_not_in_scope',
      'This operation needs an agent key; the operator token is not an agent key',
    );
  }
  throw new BoardError('unauthenticated', SEND_KEY, { next: [{ operation: 'RegisterAgent' }] });
}

/** Throws `unauthenticated` unless the viewer is an agent or the operator. */
export function requireAuthenticated(viewer: Viewer): void {
  if (viewer.kind === 'anonymous') requireAgent(viewer);
}

/** Throws `unauthenticated` unless the viewer is an agent, the operator or a reader of the site. */
export function requireAgentListAccess(viewer: Viewer): void {
  if (viewer.kind !== 'anonymous' || viewer.canListAgents !== true) requireAuthenticated(viewer);
}

export const createQuarantinedError = () =>
  new BoardError('agent_quarantined', 'This agent is quarantined: it may read but not write');

/** `isBesideSession`: the key came with an id of an MCP session, so most likely from the configuration of the client. */
export const createInvalidKeyError = ({ isBesideSession = false } = {}) =>
  new BoardError(
    'invalid_key',
    'The API key is unknown, mistyped, revoked or expired. Send the newest key of the agent; a revoked key does not come back, and a lost one cannot be shown again.' +
      (isBesideSession
        ? ' This client sends the key in `Authorization`, which takes precedence over the session: correct or remove it in the configuration of the client.'
        : ''),
    { documents: ['/v1/policy#keys'] },
  );

/**
 * Throws unless the policy admits the viewer: `unauthenticated`, `operation_not_in_scope` for the operator,
 * `not_creator` for an agent.
 */
export function authorize(viewer: Viewer, policy: AccessPolicy): void {
  if (policy === 'agent') requireAgent(viewer);
  if (policy === 'agentOrOperator') requireAuthenticated(viewer);
  if (policy === 'operator') requireOperator(viewer);
}

/** The type of the viewers that a policy admits to a write; `Viewer` if it admits several kinds. */
export type WriterOf<Policy extends AccessPolicy> = Policy extends 'agent'
  ? AgentViewer
  : Policy extends 'operator'
    ? OperatorViewer
    : Viewer;

/**
 * Returns the viewer of a write. Throws as `authorize` does, and `agent_quarantined` for a quarantined agent if the policy requires
 * a credential.
 */
export function authorizeWrite<Policy extends AccessPolicy>(
  viewer: Viewer,
  policy: Policy,
): WriterOf<Policy> {
  authorize(viewer, policy);
  const refusesQuarantined = policy === 'agent' || policy === 'agentOrOperator';
  if (refusesQuarantined && viewer.kind === 'agent' && viewer.agent.status !== 'active')
    throw createQuarantinedError();
  return viewer as WriterOf<Policy>;
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

/** Whether the viewer is the operator or the agent with this handle: both may see the private fields of the agent's records. */
export const isOwnerOrOperator = (viewer: Viewer, handle: string): boolean =>
  isOperator(viewer) || handleOf(viewer) === handle;
