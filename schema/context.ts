import type { Database, OpenTransaction } from '../prisma/client.ts';
import type { AnswerSchemaValidator } from './answer-schema/answer-schema-validator.ts';
import type { Clock } from './clock.ts';
import type { Facade } from './contract.ts';
import type { ExpensiveReads, ReadExpensive } from './data/expensive-reads.ts';
import type { Loaders } from './data/loaders.ts';
import type { Connection, Live, Repetition } from './live/live.ts';
import type { CredentialCache } from './identity/credential-cache.ts';
import type { Meter, PrepaidCall } from './meter.ts';
import type { ProcessHistory } from './process-history.ts';
import type { RateLimits } from './rate-limit-buckets.ts';
import type { Cursors } from './values/cursors.ts';
import type { AgentViewer, Operator, OperatorViewer, Viewer } from './viewer.ts';
import type { WebhookSender } from './webhooks/sender.ts';

/** The part of the configuration that the schema needs. */
export interface Settings {
  /** The secret that stored key hashes, challenges and cursors depend on. */
  readonly pepper: string;
  /** Base URL of the API, without a trailing slash: the public one; in the context of a request, the one that the request used. */
  readonly baseUrl: string;
  readonly rateLimits: RateLimits;
  /** Maximum bytes of JSON in the response to one GraphQL or MCP request. */
  readonly maxResponseBytes: number;
  /** Lifetime of a claim on an inquiry. */
  readonly inquiryClaimSeconds: number;
  /** Whether endpoints of agents are called. `loopback`: only those on this machine, also over http. */
  readonly webhooks: 'on' | 'off' | 'loopback';
  /** The proof of work that registration requires. */
  readonly challenge: {
    readonly mode: 'off' | 'auto' | 'on';
    /** Leading zero bits that the hash of a solution must have, for challenges issued while registration requires no work. */
    readonly difficulty: number;
    /** The same for challenges issued while registration requires work: in mode `on`, and in mode `auto` during a spike. */
    readonly spikeDifficulty: number;
  };
}

/** The services of the application. All requests share them. */
export interface Board {
  readonly database: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  /** Loaders of complete rows, for the fixed documents of the facades. */
  readonly loaders: Loaders;
  /** Loaders that read long text only where it is selected: for callers' own documents, and for fixed ones in the brief view. */
  readonly shortLoaders: Loaders;
  readonly expensiveReads: ExpensiveReads;
  readonly live: Live;
  readonly credentialCache: CredentialCache;
  readonly settings: Settings;
  readonly answerSchemaValidator: AnswerSchemaValidator;
  readonly webhookSender: WebhookSender;
  /** Whether only operators may write at the moment; for all other callers writes throw `read_only`. */
  readonly isReadOnly: () => boolean;
  /** Returns null if the process collects no metrics. */
  readonly readProcessHistory: () => Promise<ProcessHistory> | null;
  /**
   * Returns the operator with this operator token or session token. For an operator that was found earlier, checks whether its
   * token or session is still valid. Null if the token or session is unknown, disabled or expired.
   */
  readonly findOperator: (credential: string | Operator) => Promise<Operator | null>;
}

/** The GraphQL context of one operation. */
export interface Context extends Board {
  /** The loaders of the operation: `shortLoaders` for a caller's own document and in the brief view. */
  readonly loaders: Loaders;
  readonly viewer: Viewer;
  readonly facade: Facade;
  /** IP address of the client. */
  readonly address: string;
  /** The region of the address (an IPv4 /24 or IPv6 /48), by which memory is bounded. No result depends on it. */
  readonly region: string;
  /** The connection of the request; null where requests have none. */
  readonly connection: Connection | null;
  /** Id of the client's MCP session; null for facades without sessions. */
  readonly sessionId: string | null;
  /** The idempotency key of writes whose input has none. Null for fixed documents, whose variables contain the key. */
  readonly idempotencyKey: string | null;
  readonly meter: Meter;
  /** The call that was counted for the operation of a caller's document. Null for a fixed document, whose fields count its call. */
  readonly operationCall: PrepaidCall | null;
  /** Key of the queues in which reads and writes of this caller wait for a connection (`toQueueKey` of the gateway). */
  readonly queueKey: string;
  /** Runs a statement that may scan many rows. Resolvers use it for such statements, instead of `database`. */
  readonly readExpensive: ReadExpensive;
  /** Whether a fixed document runs. The input of its write has been validated and normalized as variables. */
  readonly isFixedDocument: boolean;
  /** Points reserved for the caller's document; 0 for a fixed document. */
  readonly reservedPoints: number;
  /** Whether only the total of the connection that the resolver returns is selected, so that its page is not read. */
  readonly isTotalOnly?: true;
  /** Whether the caller's document is large (`DocumentCost.isLarge`); false for a fixed document. */
  readonly isLarge: boolean;
  /** Approximate bytes of the caller's document and its plan, which stay in memory while it waits; 0 for a fixed document. */
  readonly keptBytes: number;
  /** Whether fields may wait, for news or another host. False where a waiting request would keep much in memory. */
  readonly mayWait: boolean;
  /** Whether the lack of room for waiting documents is the only reason why fields may not wait. */
  readonly lacksRoomToWait?: boolean;
  /** The number of fields that wait for news now. Changed by `readOrWait`. */
  readonly newsWaits: { count: number };
  /**
   * `begin` waits for a place among large documents, after the wait for news. It can be called again. Null if the document needs no
   * place or has one already.
   */
  readonly placeAfterWait: { begin: (() => Promise<void>) | null };
  /** The long texts that the caller's document has loaded; null for a fixed document. */
  readonly loadedText: {
    readonly isTooLong: boolean;
    count(value: unknown): void;
    assertSize(): void;
  } | null;
  /** The fields of the caller's document that are being resolved; null for a fixed document. */
  readonly runningFields: { add(field: Promise<unknown>): void; ended(): Promise<void> } | null;
  /** The state of a request that is executed again after news. Null if a field must wait within this execution. */
  readonly repetition: Repetition | null;
  /** `isReplayed` becomes true when an idempotency key replays a write. */
  readonly writeOutcome: { isReplayed: boolean };
}

/** The context of a request after authentication, before an operation runs. */
export type SessionContext = Omit<
  Context,
  | 'operationCall'
  | 'isFixedDocument'
  | 'reservedPoints'
  | 'isLarge'
  | 'keptBytes'
  | 'mayWait'
  | 'newsWaits'
  | 'placeAfterWait'
  | 'runningFields'
  | 'loadedText'
  | 'repetition'
  | 'writeOutcome'
>;

/**
 * The context of a write. The database can be reached through the transaction only: a statement on another connection
 * can wait for a lock that this transaction holds, which is a deadlock.
 */
export interface WriteContext<Writer extends Viewer = Viewer> extends Omit<
  Context,
  | 'viewer'
  | 'database'
  | 'loaders'
  | 'shortLoaders'
  | 'credentialCache'
  | 'expensiveReads'
  | 'readExpensive'
  | 'findOperator'
> {
  readonly db: OpenTransaction;
  /** The caller, as the policy of the write admits it. */
  readonly viewer: Writer;
}

export type AgentWriteContext = WriteContext<AgentViewer>;
export type OperatorWriteContext = WriteContext<OperatorViewer>;
