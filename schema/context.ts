import type { AnswerSchemas } from './answer-schema/checker.ts';
import type { Agent, AgentKey, OperatorSession } from '../prisma/client.ts';
import type { Database, Transaction } from '../prisma/client.ts';
import type { Door, Policy, Standing } from './contract.ts';
import type { Cursors } from './cursor.ts';
import type { ExpensiveReads, ReadExpensive } from './expensive.ts';
import type { Holders } from './identity/holders.ts';
import type { Loaders } from './loaders.ts';

/** Whom the schema sees: the proven side of a caller. */
export type Viewer =
  /** Nobody; a reader of the site is nobody too, and sees the roster. */
  | { readonly kind: 'anonymous'; readonly seesRoster?: true }
  | { readonly kind: 'agent'; readonly agent: Agent; readonly key: AgentKey }
  | ({ readonly kind: 'creator' } & Operator);

/** Who holds an operator's token, or has signed in with it. */
export interface Operator {
  /** The name of the token. */
  readonly operator: string;
  /** What is stored of the token. */
  readonly tokenHash: Uint8Array<ArrayBuffer>;
  /** The session that stands for the token; null where the token itself was sent. */
  readonly session: OperatorSession | null;
}

export interface Clock {
  now(): Date;
}

/** What the operator decides and the rules need to know (decisions, section 9). */
export interface Settings {
  /** Secret behind stored key hashes, challenges and cursors. */
  readonly pepper: string;
  /** The board's public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly limits: Limits;
  /** Bytes of JSON that one GraphQL or MCP request may be answered with. */
  readonly maxAnswerBytes: number;
  /** How long an inquiry's claim lasts (decisions, section 6). */
  readonly inquiryClaimSeconds: number;
  readonly challenge: {
    readonly mode: 'off' | 'auto' | 'on';
    /** Leading zero bits asked for in quiet times, and in a spike. */
    readonly difficulty: number;
    readonly spikeDifficulty: number;
  };
}

/** Requests per 60 seconds; 0 is no limit (decisions, section 4). */
export type Limits = Readonly<Record<Bucket, number>>;

/** The names of the limits, as callers see them in `RateLimit-Policy`. */
export const BUCKETS = [
  'anon',
  'register-ip',
  'register-global',
  'key-first-hour',
  'key-first-day',
  'key-established',
  'public-ip',
  'creator',
  'graphql-points',
  'graphql-points-anon',
] as const;

export type Bucket = (typeof BUCKETS)[number];

/** Counts the caller once more. Throws `rate_limited`. */
export interface Meter {
  charge(policy: Policy): Promise<void>;
  /**
   * Takes points from the caller's bucket for a GraphQL document. Takes none where it throws: `query_too_complex` where
   * the bucket never holds so many, `rate_limited` where it does not hold them now.
   */
  reserve(points: number): Promise<Reservation>;
  /** Where the caller stood with its limit when it was last counted. */
  readonly standing: Standing | null;
  /** Whether registrations come so fast that the board is in a spike. */
  isSpiking(): Promise<boolean>;
  /** Where the limits stand that all callers share; those that are off are left out. */
  shared(): Promise<readonly Standing[]>;
  /** How limits were drawn on in the last hour. */
  pressure(): Pressure;
}

/** Points taken for a document before it runs. */
export interface Reservation {
  /** Gives back what the document did not use. Returns the state of the bucket; null where points are not limited. */
  settle(used: number): Promise<Standing | null>;
}

/** How limits were drawn on in the last hour, as this process has counted it. */
export interface Pressure {
  readonly policies: readonly (Tally & { readonly policy: Bucket; readonly limit: number })[];
  /** The oldest first, without gaps. */
  readonly minutes: readonly (Tally & { readonly start: Date })[];
}

export interface Tally {
  /** Refused ones included. */
  readonly calls: number;
  readonly refused: number;
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
  readonly holders: Holders;
  readonly settings: Settings;
  readonly answerSchemas: AnswerSchemas;
  /** Whose token or session a text is; null where it is none that holds. */
  readonly findOperator: (credential: string) => Promise<Operator | null>;
}

export interface Context extends Board {
  readonly viewer: Viewer;
  readonly door: Door;
  readonly address: string;
  /** Id of the client's session, at doors that have sessions. */
  readonly session: string | null;
  readonly meter: Meter;
  /** For statements that may read much: the resolver of such a field uses this instead of `database`. */
  readonly readExpensive: ReadExpensive;
  /** Points reserved for the document that is running; 0 for one of the board's own operations. */
  readonly cost: number;
  /** Left behind for the door: which writes were made before, by their names in the answer. */
  readonly outcome: { readonly replayed: string[] };
}

/** What is known of a caller once it is let in, before anything runs. */
export type CallerContext = Omit<Context, 'cost' | 'outcome'>;

/** A write sees the database only through its transaction: reading beside it would wait for itself. */
export interface WriteContext extends Omit<
  Context,
  'database' | 'loaders' | 'documentLoaders' | 'holders' | 'expensiveReads' | 'readExpensive'
> {
  readonly db: Transaction;
}
