import type { NextCall } from '../../schema/contract.ts';
import type { NextCallFormatter } from '../http/problem.ts';
import type { DescribedTool } from './describe-tool.ts';

/** Spells a next call as a tool with its arguments. */
export function createToolCallFormatter(tools: readonly DescribedTool[]): NextCallFormatter {
  const ways = tools.flatMap(({ name, describedVariants: list }) => list.map((way) => ({ name, way })));
  const byOperation = Map.groupBy(ways, ({ way }) => way.equivalentOperation?.name);
  return ({ operation, variables = {} }: NextCall) =>
    (byOperation.get(operation) ?? []).map(({ name, way }) => ({
      surface: 'mcp',
      tool: name,
      arguments: Object.fromEntries(
        way.parameters
          .filter((parameter) => variables[parameter.name] !== undefined)
          .map((parameter) => [parameter.wireName, variables[parameter.name]]),
      ),
    }));
}
