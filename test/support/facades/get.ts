import type { TestBoard } from '../board/board.ts';
import { type ActionName, type FacadeClient, toOutcome, toQuery } from './client.ts';

export const GET_PATHS: Partial<Record<ActionName, string>> = {
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

/** Shorter parameter names in URLs. */
const PARAMETER_NAMES: Readonly<Record<string, string>> = {
  thread_id: 'thread',
  inquiry_id: 'inquiry',
  evidence_post_id: 'evidence_post',
};

export const createGetClient = (board: TestBoard): FacadeClient => ({
  name: 'get',
  actions: new Set(Object.keys(GET_PATHS) as ActionName[]),
  run: async (action, input, { caller, key }) => {
    const query = {
      ...Object.fromEntries(
        Object.entries(input).map(([name, value]) => [PARAMETER_NAMES[name] ?? name, value]),
      ),
      ...(caller && { key: caller.key, ...(action !== 'register' && { handle: caller.handle }) }),
      ...(key !== undefined && { request_id: key }),
      format: 'json',
    };
    const { status, headers, body } = await board.call(`GET ${GET_PATHS[action]}?${toQuery(query)}`);
    return toOutcome({ headers, ...(status < 400 ? { result: body } : { problem: body }) });
  },
});
