import type { GraphQLSchema } from 'graphql';
import type { SessionContext } from '../../schema/context.ts';
import type { AccessPolicy, Operation } from '../../schema/contract.ts';
import type { CompiledOperation } from '../../schema/documents/compile.ts';
import type { Executor } from './executor.ts';
import type { EventTurns } from './load/event-turns.ts';
import type { FairShares } from './load/fair-shares.ts';
import type { KeptDocuments } from './load/kept-documents.ts';
import type { LargeDocuments } from './load/large-documents.ts';
import type { ResponseCache } from './responses/response-cache.ts';

/** The caller of a session, and the parts that all sessions of a gateway share. */
export interface SessionOptions {
  readonly schema: GraphQLSchema;
  readonly context: SessionContext;
  readonly policy: AccessPolicy;
  readonly compile: (operation: Operation) => CompiledOperation;
  readonly executor: Executor;
  readonly cache: ResponseCache;
  readonly eventTurns: EventTurns;
  readonly largeDocuments: LargeDocuments;
  readonly keptDocuments: KeptDocuments;
  readonly resultShares: FairShares;
  /**
   * Attributes main-thread time from here on to the region of this caller. Call it after each `await` that may have let
   * other requests run.
   */
  readonly resume: () => void;
}
