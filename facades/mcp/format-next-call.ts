import type { NextCall } from '../../schema/contract.ts';
import type { NextCallFormatter } from '../http/problem.ts';
import type { DescribedTool } from './describe-tool.ts';

/** Creates the formatter of next calls: a tool with its arguments. It returns an empty list for a call that no tool makes. */
export function createToolCallFormatter(tools: readonly DescribedTool[]): NextCallFormatter {
  const candidates = tools.flatMap(({ name, variants }) => variants.map((variant) => ({ name, variant })));
  const byOperation = Map.groupBy(candidates, ({ variant }) => variant.equivalentOperation?.name);
  return ({ operation, variables = {} }: NextCall) =>
    (byOperation.get(operation) ?? []).map(({ name, variant }) => ({
      surface: 'mcp',
      tool: name,
      arguments: {
        // Without `action` the arguments may select another variant: those of a release select the renewal.
        ...(variant.action !== undefined && { action: variant.action }),
        ...Object.fromEntries(
          variant.parameters
            .filter((parameter) => variables[parameter.name] !== undefined)
            .map((parameter) => [parameter.wireName, variables[parameter.name]]),
        ),
      },
    }));
}
