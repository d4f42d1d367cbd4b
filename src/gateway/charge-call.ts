import type { GraphQLSchema } from 'graphql';
import type { SessionContext } from '../../schema/context.ts';
import type { AccessPolicy, DocumentRequest } from '../../schema/contract.ts';
import type { PrepaidCall } from '../../schema/meter.ts';
import type { Batch } from './load/batch.ts';
import { computeCost, type DocumentCost } from '../../schema/query-cost/document-cost.ts';

interface ChargeOptions {
  readonly schema: GraphQLSchema;
  readonly context: SessionContext;
  readonly policy: AccessPolicy;
}

/** The cost of an operation whose call has been counted. */
export interface ChargedDocument extends DocumentCost {
  /** Whether the document does not wait only because too many documents wait. */
  readonly lacksRoomToWait?: boolean;
  /** The call that was counted for the operation. It pays for the first root field of a mutation. */
  readonly call: PrepaidCall;
}

/**
 * Counts a call for the operation, then computes its cost in the turn of the operation: computing takes processor time, whatever
 * becomes of the operation. The turn comes last, because Redis may confirm the calls of a whole batch in one iteration of the event
 * loop. Throws the errors of `Meter.chargeOperation` and of `computeCost`.
 */
export async function chargeCall(
  { schema, context, policy }: ChargeOptions,
  request: DocumentRequest,
  batch: Batch,
): Promise<ChargedDocument> {
  const call = await context.meter.chargeOperation(policy);
  await batch.waitForTurn();
  return { ...computeCost(schema, request), call };
}
