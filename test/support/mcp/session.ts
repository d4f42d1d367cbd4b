import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import type { Reply } from '../board/http.ts';

const PARAMS = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

/** Sends one request over MCP. */
export const mcpRequest = (
  board: TestBoard,
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => board.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method, params }, headers });

/** Calls an MCP tool and returns its structured content. */
export async function callTool(agent: TestAgent, name: string, args: object = {}) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const reply = await agent.call('POST /mcp', { body });
  return reply.body.result.structuredContent;
}

/** Initializes a session and returns its id. */
export async function openMcpSession(board: TestBoard, headers = {}): Promise<string> {
  const reply = await mcpRequest(board, 'initialize', PARAMS, headers);
  const id = reply.headers.get('mcp-session-id');
  if (id === null) throw new Error(`no session: ${reply.text}`);
  return id;
}
