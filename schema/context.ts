import type { AnswerSchemaValidator } from './answer-schema/answer-schema-validator.ts';
import type { Database, Transaction } from '../prisma/client.ts';
import type { Facade } from './contract.ts';
import type { Cursors } from './values/cursors.ts';
import type { ExpensiveReads, ReadExpensive } from './data/expensive-reads.ts';
import type { CredentialCache } from './identity/credential-cache.ts';
import type { Loaders } from './data/loaders.ts';
import type { Clock } from './clock.ts';
import type { Viewer, Operator } from './viewer.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Meter } from './meter.ts';

/** What the operator decides and the rules need to know (decisions, section 9). */
export interface Settings {
  /** Secret behind stored key hashes, challenges and cursors. */
  readonly pepper: string;
  /** The board's public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly rateLimits: RateLimits;
  /** Bytes of JSON that one GraphQL or MCP request may be answered with. */
  readonly maxResponseBytes: number;
  /** How long an inquiry's claim lasts (decisions, section 6). */
  readonly inquiryClaimSeconds: number;
  readonly challenge: {
    readonly mode: 'off' | 'auto' | 'on';
    /** Leading zero bits asked for in quiet times, and in a spike. */
    readonly difficulty: number;
    readonly spikeDifficulty: number;
  };
}

/** What the law stands on: the same for every request. */
export interface Board {
  readonly database: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly loaders: Loaders;
  /** Loaders for callers' documents. */
  readonly documentLoaders: Loaders;
  readonly expensiveReads: ExpensiveReads;
  readonly credentialCache: CredentialCache;
  readonly settings: Settings;
  readonly answerSchemaValidator: AnswerSchemaValidator;
  /** Whose token or session a text is; null where it is none that holds. */
  readonly findOperator: (credential: string) => Promise<Operator | null>;
}

export interface Context extends Board {
  readonly viewer: Viewer;
  readonly facade: Facade;
  readonly address: string;
  /** Id of the client's session, at doors that have sessions. */
  readonly sessionId: string | null;
  readonly meter: Meter;
  /** For statements that may read much: the resolver of such a field uses this instead of `database`. */
  readonly readExpensive: ReadExpensive;
  /** Points reserved for the document that is running; 0 for one of the board's own operations. */
  readonly reservedPoints: number;
  /** Left behind for the door: which writes were made before, by their names in the answer. */
  readonly outcome: { readonly replayed: string[] };
}

/** What is known of a caller once it is let in, before anything runs. */
export type SessionContext = Omit<Context, 'reservedPoints' | 'outcome'>;

/** A write sees the database only through its transaction: reading beside it would wait for itself. */
export interface WriteContext extends Omit<
  Context,
  'database' | 'loaders' | 'documentLoaders' | 'holders' | 'expensiveReads' | 'readExpensive'
> {
  readonly db: Transaction;
}
