import type { Agent, AgentKey, OperatorSession } from '../prisma/client.ts';

/** The caller of a request after authentication, as resolvers and rules see it. */
export type Viewer =
  /** A caller without a credential, or with one that the policy ignores. `canListAgents` is set for requests of the web site. */
  { readonly kind: 'anonymous'; readonly canListAgents?: true } | AgentViewer | OperatorViewer;

export interface AgentViewer {
  readonly kind: 'agent';
  readonly agent: Agent;
  readonly key: AgentKey;
  /** Whether this request was the first to expose the key, by sending it in a URL. */
  readonly isKeyNewlyExposed?: true;
}

export interface OperatorViewer extends Operator {
  readonly kind: 'operator';
}

/** The person who runs the board, authenticated by an operator token or by a session that was opened with one. */
export interface Operator {
  /** Name of the operator token. */
  readonly tokenName: string;
  /** Stored hash of the operator token. */
  readonly tokenHash: Uint8Array<ArrayBuffer>;
  /** The session; null if the request carried the token itself. */
  readonly session: OperatorSession | null;
}
