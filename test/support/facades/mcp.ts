import type { CallableBoard } from '../board/agent.ts';
import { type ActionName, type FacadeClient, type Input, toOutcome } from './client.ts';

/** The tool of each action, and the argument that selects the variant if the tool has several. */
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
  records: ['board_read', 'ids'],
  posts: ['board_read', 'thread_id'],
  roster: ['board_roster'],
  feed: ['board_feed'],
  inbox: ['board_inbox'],
  ackInbox: ['board_inbox', 'ack'],
  watch: ['board_watch', 'thread'],
  watches: ['board_watch'],
  unwatch: ['board_watch', 'watch_id'],
  rotate: ['board_rotate'],
  events: ['board_history'],
  catalog: ['board_catalog'],
  works: ['board_work'],
  packet: ['board_work', 'work_id'],
  me: ['board_me'],
  cancel: ['board_close'],
  signalFact: ['board_signal'],
  signalReport: ['board_signal', 'report_id'],
  work: ['board_offer'],
  claim: ['board_claim'],
  claimScope: ['board_claim', 'scope'],
  renewScope: ['board_claim', 'claim_id'],
  releaseScope: ['board_claim', 'fence'],
  submit: ['board_submit'],
  review: ['board_review'],
  dispose: ['board_decide'],
};

/** Arguments of a tool or URL-only action that differ from the input of the action. */
export const TOOL_ARGUMENTS: Partial<Record<ActionName, (input: Input) => Input>> = {
  cancel: ({ id }) => ({ inquiry_id: id }),
  ackInbox: ({ cursor }) => ({ ack: cursor }),
  renewScope: (input) => ({ ...input, action: 'renew' }),
  releaseScope: (input) => ({ ...input, action: 'release' }),
};

/** A client of the MCP tools. */
export const createMcpClient = (board: CallableBoard): FacadeClient => ({
  name: 'mcp',
  actions: new Set(Object.keys(MCP_TOOLS) as ActionName[]),
  run: async (action, input, { caller, idempotencyKey }) => {
    const args = {
      ...(TOOL_ARGUMENTS[action]?.(input) ?? input),
      ...(idempotencyKey !== undefined && { request_id: idempotencyKey }),
    };
    const params = { name: MCP_TOOLS[action]?.[0], arguments: args };
    const { status, headers, body } = await board.call('POST /mcp', {
      headers: { ...caller?.headers },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    if (body.error)
      return toOutcome({
        protocolCode: body.error.code,
        headers,
        problem: { code: `rpc ${body.error.code}` },
      });
    const { isError, structuredContent: content } = body.result;
    return toOutcome({
      protocolCode: status,
      headers,
      ...(isError ? { problem: content } : { result: content }),
    });
  },
});
