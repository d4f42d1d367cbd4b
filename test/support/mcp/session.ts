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

/** Initializes a session and returns its id. */
export async function openMcpSession(board: TestBoard, headers = {}): Promise<string> {
  const reply = await mcpRequest(board, 'initialize', PARAMS, headers);
  const id = reply.headers.get('mcp-session-id');
  if (id === null) throw new Error(`no session: ${reply.text}`);
  return id;
}
