// Requests to the MCP server: tool calls and other methods.
import fc from 'fast-check';
import { type DescribedTool, describeTool } from '../../../facades/mcp/describe-tool.ts';
import { PROTOCOL_VERSIONS } from '../../../facades/mcp/protocol-versions.ts';
import { tools } from '../../../facades/mcp/tools.ts';
import type { Call } from './call.ts';
import { describeOperation } from './describe-operation.ts';
import { withFaults } from './values/faults.ts';
import { callerFor, withInputKind, idempotencyKeys } from './rest.ts';
import { anyCallOf, type RpcCall, rpcRequestsTo } from './json-rpc.ts';
import { inputOf, knownValue } from './values/values.ts';

export const describedTools: readonly DescribedTool[] = tools.map((tool) =>
  describeTool(tool, describeOperation),
);

const requestId = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: idempotencyKeys.map((key) => ({ request_id: key })) },
);

/** Arguments of one variant of a tool, always with the argument that selects the variant. */
function argumentsOf({ variants }: DescribedTool): fc.Arbitrary<Record<string, unknown>> {
  const inputs = variants.flatMap(({ when, parameters }) =>
    (when ?? [null]).map((selecting) => {
      const variantParameters = parameters
        .filter(({ wireName: wire }) => wire !== 'request_id')
        .map((parameter) =>
          parameter.wireName === selecting ? { ...parameter, required: true } : parameter,
        );
      return withInputKind((kind) => inputOf(variantParameters, kind));
    }),
  );
  return fc.tuple(fc.oneof(...inputs), requestId).map(([input, withId]) => ({ ...input, ...withId }));
}

const toolCall = (tool: DescribedTool): fc.Arbitrary<RpcCall> =>
  argumentsOf(tool).map((args) => ({ method: 'tools/call', params: { name: tool.name, arguments: args } }));

const initialize = fc
  .constantFrom(...PROTOCOL_VERSIONS, '2024-11-05', '2099-01-01')
  .map((protocolVersion): RpcCall => ({
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'generated', version: '1' } },
  }));

const METHODS = [
  'ping',
  'initialize',
  'tools/list',
  'tools/call',
  'notifications/initialized',
  'resources/list',
];

/** The id of an earlier session, or none. */
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Call['headers']>([]) },
  {
    weight: 1,
    arbitrary: knownValue('mcp-session-id').map((id): Call['headers'] => [['mcp-session-id', id]]),
  },
);

const calls = tools.map((tool, i) =>
  rpcRequestsTo({
    path: '/mcp',
    calls: toolCall(describedTools[i] as DescribedTool),
    caller: callerFor(tool.policy),
    headers,
  }),
);

const otherCalls = rpcRequestsTo({
  path: '/mcp',
  calls: fc.oneof(initialize, anyCallOf(METHODS)),
  caller: callerFor('anyone'),
  headers,
});

/** One request to the MCP server. */
export const mcpCalls: fc.Arbitrary<Call> = withFaults(
  fc.oneof(...calls, { weight: 3, arbitrary: otherCalls }),
);
