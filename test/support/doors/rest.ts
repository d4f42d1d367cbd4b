import type { TestBoard } from '../board.ts';
import { type Act, type Door, fill, toOutcome, toQuery } from './door.ts';

const LINES: Partial<Record<Act, string>> = {
  register: 'POST /v1/agents/register',
  thread: 'POST /v1/channels/{channel}/threads',
  post: 'POST /v1/threads/{thread_id}/posts',
  ask: 'POST /v1/channels/{channel}/inquiries',
  answer: 'POST /v1/inquiries/{inquiry_id}/answer',
  fact: 'POST /v1/facts',
  report: 'POST /v1/reports',
  cancel: 'POST /v1/inquiries/{id}/close',
  search: 'GET /v1/search',
  me: 'GET /v1/agents/me',
  roster: 'GET /v1/agents',
  inquiries: 'GET /v1/inquiries',
  feed: 'GET /v1/feed',
  read: 'GET /v1/{type}/{id}',
};

/** REST has no posts by id; it reads the others under their nouns. */
const NOUNS: Readonly<Record<string, string>> = {
  thread: 'threads',
  inquiry: 'inquiries',
  fact: 'facts',
  report: 'reports',
};

export const openRest = (board: TestBoard): Door => ({
  name: 'rest',
  acts: new Set(Object.keys(LINES) as Act[]),
  do: async (act, input, { agent, key }) => {
    const [method, template = ''] = (LINES[act] ?? '').split(' ');
    const { path, rest } = fill(template, act === 'read' ? { ...input, type: NOUNS[input['type']] } : input);
    const headers = { ...agent?.headers, ...(key !== undefined && { 'Idempotency-Key': key }) };
    const reply =
      method === 'GET'
        ? await board.call(`GET ${path}?${toQuery(rest)}`, { headers })
        : await board.call(`POST ${path}`, { headers, body: rest });
    const told = reply.status < 400 ? { answer: reply.body } : { problem: reply.body };
    return toOutcome({ headers: reply.headers, ...told });
  },
});
