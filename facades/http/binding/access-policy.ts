import type { AccessPolicy, DescribeOperation, Operation } from '../../../schema/contract.ts';

/** A route, action or tool. */
interface Callable {
  readonly operation: Operation;
  /** Access policy of a query or subscription. The policy of a mutation comes from the schema. */
  readonly policy: AccessPolicy;
}

/** The access policy of a route, action or tool: the policy of its mutation, otherwise the policy of its definition. */
export const policyOf = ({ operation, policy }: Callable, describe: DescribeOperation): AccessPolicy =>
  describe(operation).policy ?? policy;

/** Whether a route, action or tool can be called without a key. */
export function isKeyless(call: Callable, describe: DescribeOperation): boolean {
  const policy = policyOf(call, describe);
  return policy === 'public' || policy === 'registration' || policy === 'anyone';
}
