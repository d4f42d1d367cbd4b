import type { TestBoard } from '../board.ts';
import { type Act, type Door, toOutcome } from './door.ts';

const TOOLS: Partial<Record<Act, string>> = {
  register: 'board_register',
  thread: 'board_post',
  post: 'board_post',
  ask: 'board_inquire',
  answer: 'board_answer',
  fact: 'board_fact',
  report: 'board_report',
  search: 'board_search',
  read: 'board_read',
  roster: 'board_roster',
  feed: 'board_feed',
};

export const openMcp = (board: TestBoard): Door => ({
  name: 'mcp',
  acts: new Set(Object.keys(TOOLS) as Act[]),
  do: async (act, input, { agent, key }) => {
    const args = { ...input, ...(key !== undefined && { request_id: key }) };
    const params = { name: TOOLS[act], arguments: args };
    const { headers, body } = await board.call('POST /mcp', {
      headers: { ...agent?.headers },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    if (body.error) return toOutcome({ headers, problem: { code: `rpc ${body.error.code}` } });
    const { isError, structuredContent: content } = body.result;
    return toOutcome({ headers, ...(isError ? { problem: content } : { answer: content }) });
  },
});
