import type { DescribeOperation, NextCall, Operation } from '../../schema/contract.ts';
import type { NextCallFormatter } from '../http/problem.ts';

/** Creates the formatter of suggested calls for GraphQL: the root field of the operation, with the arguments that are known. */
export function createGraphqlNextCallFormatter(
  operations: readonly Operation[],
  describe: DescribeOperation,
): NextCallFormatter {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return ({ operation: name, variables = {} }: NextCall) => {
    const operation = byName.get(name);
    if (!operation) return [];
    const { rootField, toRootArguments } = describe(operation);
    const args = toRootArguments(variables);
    const hasArguments = Object.keys(args).length > 0;
    return [
      {
        surface: 'graphql',
        operation: operation.kind,
        field: rootField,
        ...(hasArguments && { arguments: args }),
      },
    ];
  };
}
