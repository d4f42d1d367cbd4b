import type { GraphQLSchema } from 'graphql';
import type { SessionContext } from '../../schema/context.ts';
import type { AccessPolicy, DocumentRequest } from '../../schema/contract.ts';
import { computeCost, type DocumentCost, operationTypeOf } from '../../schema/query-cost/document-cost.ts';

interface ChargeOptions {
  readonly schema: GraphQLSchema;
  readonly context: SessionContext;
  readonly policy: AccessPolicy;
}

/**
 * Computes the cost of a document. Counts a call for a query, and for any document whose cost or variables are refused. Otherwise
 * the resolver counts a mutation, and a subscription is the call that was counted when the session opened. Throws the errors of
 * `computeCost` and of `SessionContext.meter.charge`.
 */
export async function chargeCall(
  { schema, context, policy }: ChargeOptions,
  request: DocumentRequest,
): Promise<DocumentCost> {
  const isQuery = operationTypeOf(request) === 'query';
  if (isQuery) await context.meter.charge(policy);
  try {
    return computeCost(schema, request);
  } catch (error) {
    if (!isQuery) await context.meter.charge(policy);
    throw error;
  }
}
