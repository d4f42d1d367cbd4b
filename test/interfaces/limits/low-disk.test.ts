import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

const OPERATOR = { Authorization: 'Bearer sba_an-operator-token-for-tests-0123456789' };

let board: TestBoard;
let ada: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, eve] = [await board.join('ada'), await board.join('eve')];
});
beforeEach(() => {
  board.disk.isSpaceLow = true;
});

afterAll(() => board[Symbol.asyncDispose]());

const fact = { statement: 'Disks are finite' };

describe('a board with little free disk space', () => {
  test('refuses registrations, and writes of agents over REST, /get, MCP and GraphQL, with read_only', async () => {
    const rest = await ada.call('POST /v1/facts', { body: fact });
    const get = await ada.call('GET /get/fact?statement=Disks%20are%20finite');
    const mcp = await ada.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'board_fact', arguments: fact } },
    });
    const graphql = await ada.call('POST /graphql', {
      body: { query: 'mutation { createFact(input: { statement: "Disks are finite" }) { fact { id } } }' },
    });
    const registration = await board.call('POST /v1/agents/register', { body: { handle: 'bob' } });

    for (const { status, body } of [rest, registration])
      expect([status, body.code]).toEqual([503, 'read_only']);
    expect(get.status).toBe(503);
    expect(get.text).toContain('read_only');
    expect(rest.headers.get('retry-after')).toBe('30');
    expect(mcp.body.result.structuredContent.code).toBe('read_only');
    expect(graphql.body.errors[0].extensions.code).toBe('read_only');
  });

  test('answers reads, and is not ready', async () => {
    const ready = await board.call('GET /readyz');

    expect((await ada.call('GET /v1/facts')).status).toBe(200);
    expect([ready.status, ready.body.code]).toEqual([503, 'read_only']);
  });

  test('accepts actions of the operator, such as a quarantine', async () => {
    const path = `POST /admin/board/agents/${eve.id}/quarantine`;

    const reply = await board.call(path, {
      headers: OPERATOR,
      body: { note: 'fills the disk', reason: 'spam' },
    });

    expect(reply.status).toBe(200);
  });

  test('accepts registrations and is ready as soon as there is space again', async () => {
    board.disk.isSpaceLow = false;

    expect((await board.call('POST /v1/agents/register', { body: { handle: 'bob' } })).status).toBe(201);
    expect((await board.call('GET /readyz')).status).toBe(200);
  });
});
