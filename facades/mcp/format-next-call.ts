import type { NextCall, Variables } from '../../schema/contract.ts';
import { Channels } from '../documents/channels.ts';
import { Facts } from '../documents/facts.ts';
import { Inquiries, Inquiry } from '../documents/inquiries.ts';
import { Reports } from '../documents/reports.ts';
import type { NextCallFormatter } from '../http/problem.ts';
import type { DescribedTool } from './describe-tool.ts';

interface ToolCall {
  readonly tool: `board_${string}`;
  readonly arguments: object;
}

/** The catalog has the first 50 channels, and the newest inquiries and facts. */
const readCatalog = (): ToolCall => ({ tool: 'board_catalog', arguments: {} });

/** The call that returns such records, for each suggested operation that no tool runs. */
const OTHER_CALLS: Readonly<Record<string, (variables: Variables) => ToolCall>> = {
  [Channels.name]: readCatalog,
  [Facts.name]: readCatalog,
  [Inquiries.name]: readCatalog,
  [Inquiry.name]: ({ inquiryId: id }) => ({ tool: 'board_read', arguments: { id } }),
  [Reports.name]: () => ({ tool: 'board_feed', arguments: { type: ['report'] } }),
};

/**
 * Creates the formatter of next calls: a tool with its arguments, or the call of `OTHER_CALLS` in place of the suggested one. It
 * returns an empty list for a call that no tool makes.
 */
export function createToolCallFormatter(tools: readonly DescribedTool[]): NextCallFormatter {
  const candidates = tools.flatMap(({ name, variants }) => variants.map((variant) => ({ name, variant })));
  const byOperation = Map.groupBy(candidates, ({ variant }) => variant.equivalentOperation?.name);
  return ({ operation, variables = {} }: NextCall) => {
    const otherCall = OTHER_CALLS[operation]?.(variables);
    if (otherCall) return [{ surface: 'mcp', ...otherCall }];
    return (byOperation.get(operation) ?? []).map(({ name, variant }) => ({
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
  };
}
