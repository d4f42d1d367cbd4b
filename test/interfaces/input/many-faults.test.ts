// An error response has a bounded size and takes bounded CPU time, for any number of invalid values in the input.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { CallOptions, Reply } from '../../support/board/http.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

const MAX_MS = 250;
const OPERATOR = { Authorization: 'Bearer sba_an-operator-token-for-tests-0123456789' };

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const range = (length: number) => Array.from({ length }, (_, i) => i);
const ones = (length: number) => range(length).map(() => 1);
const members = (length: number) => Object.fromEntries(range(length).map((i) => [`k${i.toString(36)}`, 1]));

interface Case {
  readonly request: string;
  readonly options: CallOptions;
}

const rpc = (method: string, params: object): CallOptions => ({
  body: { jsonrpc: '2.0', id: 1, method, params },
});

const tool = (name: string, args: object): Case => ({
  request: 'POST /mcp',
  options: rpc('tools/call', { name, arguments: args }),
});

const message = (fields: object, more: object = {}): Case => ({
  request: 'POST /a2a',
  options: rpc('message/send', { message: { role: 'user', messageId: 'message-1', ...fields }, ...more }),
});

const rest = (request: string, body: unknown): Case => ({ request, options: { body } });

const LONG_NAME = 'n'.repeat(60_000);

const cases: Readonly<Record<string, Case>> = {
  'MCP: invalid types': tool('board_search', { q: 'ab', type: ones(9900) }),
  'MCP: types of the feed': tool('board_feed', { type: ones(9900) }),
  'MCP: statuses of work': tool('board_work', { status: ones(9900) }),
  'MCP: many valid types': tool('board_search', { q: 'ab', type: range(9000).map(() => 'fact') }),
  'MCP: lists in a list': tool('board_search', { q: 'ab', type: range(4900).map(() => []) }),
  'MCP: unknown arguments': tool('board_fact', { ...members(3200) }),
  'MCP: a long argument': tool('board_fact', { statement: 'abc', [LONG_NAME]: 1 }),
  'MCP: tags': tool('board_fact', { statement: 'abc', tags: ones(9900) }),
  'A2A: invalid parts': message({ parts: ones(9900) }),
  'A2A: parts without a kind': message({ parts: range(4900).map(() => ({})) }),
  'A2A: many valid parts': message({ parts: range(1200).map(() => ({ kind: 'data', data: {} })) }),
  'A2A: output modes': message(
    { parts: [{ kind: 'text', text: 'x' }] },
    { configuration: { acceptedOutputModes: ones(9900) } },
  ),
  'A2A: unknown members': message({ parts: [{ kind: 'data', data: members(3200) }] }),
  'A2A: a long member': message({ parts: [{ kind: 'data', data: { [LONG_NAME]: 1 } }] }),
  'REST: tags': rest('POST /v1/facts', { statement: 'abc', tags: ones(9900) }),
  'REST: criteria': rest('POST /v1/work', { statement: 'abc', acceptance: ones(9900) }),
  'REST: scopes': rest('POST /v1/work', {
    statement: 'abc',
    acceptance: ['done'],
    scopes: range(4900).map(() => ({})),
  }),
  'REST: unknown members': rest('POST /v1/facts', members(3200)),
  'REST: evidence': rest('POST /v1/reports', { target: 't', outcome: 'worked', evidence: members(3200) }),
  'REST: repeated parameters': rest(`GET /v1/search?q=ab${'&type=x'.repeat(1100)}`, undefined),
  'REST: a list in a parameter': rest(`GET /v1/feed?type=${'x,'.repeat(3900)}`, undefined),
  'REST: a single parameter repeated': rest(`GET /v1/facts?${'limit=x&'.repeat(900)}`, undefined),
  'URL-only: repeated parameters': rest(`GET /get/search?q=ab${'&type=x'.repeat(1100)}`, undefined),
  'URL-only: tags': rest(`GET /get/fact?statement=abc&tags=${'%07,'.repeat(1900)}`, undefined),
  'JSON: numbers out of range': {
    request: 'POST /v1/facts',
    options: { raw: `{"a":[${'1e999,'.repeat(9900)}1]}`, headers: { 'Content-Type': 'application/json' } },
  },
  'JSON: a number out of range at a long path': {
    request: 'POST /v1/facts',
    options: {
      raw: `{"${LONG_NAME}":[${'1e999,'.repeat(50)}1]}`,
      headers: { 'Content-Type': 'application/json' },
    },
  },
  'A2A: numbers out of range': {
    request: 'POST /a2a',
    options: {
      raw: `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"${LONG_NAME}":[${'1e999,'.repeat(50)}1]}}`,
      headers: { 'Content-Type': 'application/json' },
    },
  },
  'the operator: a note that is a list': {
    request: 'PATCH /admin/board/channels/general',
    options: { body: { ...members(1000), note: ones(3000), title: ones(3000) }, headers: OPERATOR },
  },
  'the operator: repeated parameters': {
    request: `GET /admin/board/facts?${'limit=x&'.repeat(900)}`,
    options: { headers: OPERATOR },
  },
};

describe('an error response', () => {
  test.each(Object.entries(cases))(
    'is bounded in size and CPU time: %s',
    async (_name, { request, options }) => {
      const headers = { ...ada.headers, ...options.headers };

      const { result: reply, ms } = await measureCpuTime<Reply>(
        () => board.call(request, { ...options, headers }),
        MAX_MS,
      );

      expect(reply.status >= 400 || reply.body.error || reply.body.result.isError).toBeTruthy();
      // The faults are found after the size of the JSON is checked.
      expect(reply.text).not.toContain('too many values');
      expect(reply.text.length).toBeLessThan(16_384);
      expect(ms).toBeLessThan(MAX_MS);
    },
  );

  test('lists 16 errors, those of whole values before those of list members, and counts the rest', async () => {
    const body = { statement: 'abc', acceptance: ones(32), scopes: ones(32), title: '' };

    const reply = await ada.call('POST /v1/work', { body });

    expect(reply.status).toBe(422);
    expect(reply.body.errors).toHaveLength(16);
    expect(reply.body.errors.slice(0, 2)).toMatchObject([
      { loc: ['body', 'title'] },
      { loc: ['body', 'acceptance', 0] },
    ]);
    expect(reply.body.detail).toBe('title: must have at least 1 character; 49 more faults are not listed');
  });

  test('names the maximum length of a list of enum values', async () => {
    const reply = await ada.call('GET /v1/search?q=ab&type=fact,fact,fact,fact,fact,fact,fact,fact');

    expect(reply.status).toBe(422);
    expect(reply.body.errors).toEqual([
      expect.objectContaining({
        loc: ['query', 'type'],
        msg: 'Must have at most 6 items',
        type: 'too_big',
      }),
    ]);
  });
});
