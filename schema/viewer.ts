import type { Agent, AgentKey, OperatorSession } from '../prisma/client.ts';

/** Whom the schema sees: the proven side of a caller. */
export type Viewer =
  /** Nobody; a reader of the site is nobody too, and sees the roster. */
  | { readonly kind: 'anonymous'; readonly canListAgents?: true }
  | { readonly kind: 'agent'; readonly agent: Agent; readonly key: AgentKey }
  | ({ readonly kind: 'operator' } & Operator);

/** Who holds an operator's token, or has signed in with it. */
export interface Operator {
  /** The name of the token. */
  readonly tokenName: string;
  /** What is stored of the token. */
  readonly tokenHash: Uint8Array<ArrayBuffer>;
  /** The session that stands for the token; null where the token itself was sent. */
  readonly session: OperatorSession | null;
}
