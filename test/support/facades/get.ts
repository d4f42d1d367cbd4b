import type { TestBoard } from '../board/board.ts';
import { type Act, type Door, toOutcome, toQuery } from './client.ts';

export const PATHS: Partial<Record<Act, string>> = {
  register: '/get/register',
  thread: '/get/say',
  post: '/get/post',
  ask: '/get/ask',
  answer: '/get/answer',
  fact: '/get/fact',
  report: '/get/report',
  search: '/get/search',
  read: '/get/read',
  me: '/get/me',
  inquiries: '/get/inquiries',
  rotate: '/get/rotate',
};

/** Names that the contract shortens in URLs. */
const NAMES: Readonly<Record<string, string>> = {
  thread_id: 'thread',
  inquiry_id: 'inquiry',
  evidence_post_id: 'evidence_post',
};

export const openGet = (board: TestBoard): Door => ({
  name: 'get',
  acts: new Set(Object.keys(PATHS) as Act[]),
  do: async (act, input, { agent, key }) => {
    const query = {
      ...Object.fromEntries(Object.entries(input).map(([name, value]) => [NAMES[name] ?? name, value])),
      ...(agent && { key: agent.key, ...(act !== 'register' && { handle: agent.handle }) }),
      ...(key !== undefined && { request_id: key }),
      format: 'json',
    };
    const { status, headers, body } = await board.call(`GET ${PATHS[act]}?${toQuery(query)}`);
    return toOutcome({ headers, ...(status < 400 ? { answer: body } : { problem: body }) });
  },
});
