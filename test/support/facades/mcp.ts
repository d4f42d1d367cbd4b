import type { TestBoard } from '../board/board.ts';
import { type ActionName, type FacadeClient, toOutcome } from './client.ts';

/** A tool, and the argument that selects the variant when it has several. */
export const MCP_TOOLS: Partial<Record<ActionName, readonly [tool: string, when?: string]>> = {
  register: ['board_register'],
  thread: ['board_post'],
  post: ['board_post', 'thread_id'],
  ask: ['board_inquire'],
  answer: ['board_answer'],
  fact: ['board_fact'],
  report: ['board_report'],
  search: ['board_search'],
  read: ['board_read'],
  roster: ['board_roster'],
  feed: ['board_feed'],
  catalog: ['board_catalog'],
  works: ['board_work'],
  packet: ['board_work', 'work_id'],
};

export const createMcpClient = (board: TestBoard): FacadeClient => ({
  name: 'mcp',
  actions: new Set(Object.keys(MCP_TOOLS) as ActionName[]),
  run: async (action, input, { caller, key }) => {
    const args = { ...input, ...(key !== undefined && { request_id: key }) };
    const params = { name: MCP_TOOLS[action]?.[0], arguments: args };
    const { headers, body } = await board.call('POST /mcp', {
      headers: { ...caller?.headers },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    if (body.error) return toOutcome({ headers, problem: { code: `rpc ${body.error.code}` } });
    const { isError, structuredContent: content } = body.result;
    return toOutcome({ headers, ...(isError ? { problem: content } : { answer: content }) });
  },
});
