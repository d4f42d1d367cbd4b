import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../support/agent.ts';
import { openBoard, type TestBoard } from '../support/board.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const METHODS = {
  '/mcp': ['initialize', 'ping', 'tools/list', 'tools/call', 'notifications/initialized'],
  '/a2a': ['message/send', 'tasks/get', 'tasks/cancel', 'message/stream'],
};

/** JSON of any kind, and requests whose parts are of any kind but here and there of the right one. */
const bodiesFor = (methods: readonly string[]) => {
  const any = fc.jsonValue({ maxDepth: 3 });
  const message = fc.record(
    {
      messageId: any,
      role: fc.oneof(any, fc.constant('user')),
      parts: fc.oneof(any, fc.array(any)),
      metadata: any,
    },
    { requiredKeys: [] },
  );
  const params = fc.record(
    {
      name: fc.oneof(any, fc.constant('board_search')),
      arguments: any,
      id: any,
      message,
      configuration: any,
    },
    { requiredKeys: [] },
  );
  const request = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(any, fc.integer()),
      method: fc.oneof(fc.constantFrom(...methods), any),
      params: fc.oneof(params, any),
    },
    { requiredKeys: ['jsonrpc'] },
  );
  return fc.oneof(any, request, request, fc.array(request, { maxLength: 3 }));
};

const CODES = [-32_700, -32_600, -32_601, -32_602, -32_001, -32_003, -32_004, -32_005];

test.each(Object.entries(METHODS))(
  'whatever is sent to %s is answered, and never by a failure',
  async (path, methods) => {
    const told: unknown[] = [];

    await fc.assert(
      fc.asyncProperty(bodiesFor(methods), async (body) => {
        const reply = await ada.call(`POST ${path}`, { body });
        const answers = [reply.body ?? []].flat() as { error?: { code: number } }[];
        told.push(...answers);
        expect([200, 202, 400]).toContain(reply.status);
        for (const { error } of answers) if (error) expect(CODES).toContain(error.code);
      }),
      { numRuns: 150 },
    );

    expect(told.length).toBeGreaterThan(100);
    expect(board.log.join('')).not.toContain('internal');
  },
);
