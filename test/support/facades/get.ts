import type { CallableBoard } from '../board/agent.ts';
import { type ActionName, type FacadeClient, type Input, toOutcome, toQuery } from './client.ts';
import { TOOL_ARGUMENTS } from './mcp.ts';

/** The path under /get for each action, and the parameter that selects the variant if the path has several. */
export const GET_ACTIONS: Partial<Record<ActionName, readonly [path: string, when?: string]>> = {
  register: ['/get/register'],
  thread: ['/get/say'],
  post: ['/get/post'],
  ask: ['/get/ask'],
  answer: ['/get/answer'],
  cancel: ['/get/close'],
  fact: ['/get/fact'],
  history: ['/get/history'],
  events: ['/get/history', 'work_id'],
  report: ['/get/report'],
  signalFact: ['/get/signal'],
  signalReport: ['/get/signal', 'report_id'],
  search: ['/get/search'],
  feed: ['/get/feed'],
  inbox: ['/get/inbox'],
  ackInbox: ['/get/inbox', 'ack'],
  watch: ['/get/watch', 'thread'],
  watches: ['/get/watch'],
  unwatch: ['/get/watch', 'watch_id'],
  read: ['/get/read'],
  records: ['/get/read', 'ids'],
  posts: ['/get/read', 'thread_id'],
  me: ['/get/me'],
  inquiries: ['/get/inquiries'],
  rotate: ['/get/rotate'],
  work: ['/get/offer'],
  works: ['/get/work'],
  packet: ['/get/work', 'work_id'],
  submission: ['/get/work', 'submission_id'],
  claim: ['/get/claim'],
  claimScope: ['/get/claim', 'scope'],
  renewScope: ['/get/claim', 'claim_id'],
  releaseScope: ['/get/claim', 'fence'],
  submit: ['/get/submit'],
  review: ['/get/review'],
  dispose: ['/get/decide'],
};

/** Objects and the lists of a new packet, whose items may be objects, are JSON. Other lists are separated by commas. */
const toText = (action: ActionName, value: unknown): unknown =>
  typeof value === 'object' && (!Array.isArray(value) || action === 'work') ? JSON.stringify(value) : value;

/** A client of the URL-only actions. */
export const createGetClient = (board: CallableBoard): FacadeClient => ({
  name: 'get',
  actions: new Set(Object.keys(GET_ACTIONS) as ActionName[]),
  run: async (action, input, { caller, idempotencyKey }) => {
    const parameters: Input = TOOL_ARGUMENTS[action]?.(input) ?? input;
    const query = {
      ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, toText(action, value)])),
      ...(caller && { key: caller.key, ...(action !== 'register' && { handle: caller.handle }) }),
      ...(idempotencyKey !== undefined && { request_id: idempotencyKey }),
      format: 'json',
    };
    const { status, headers, body } = await board.call(`GET ${GET_ACTIONS[action]?.[0]}?${toQuery(query)}`);
    return toOutcome({
      protocolCode: status,
      headers,
      ...(status < 400 ? { result: body } : { problem: body }),
    });
  },
});
