// Lists of inquiries and packets without a filter by status: all statuses in GraphQL, only `open` over REST, /public, /get and MCP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  await createInquiry(ada);
  await updateInquiry(ada, await createInquiry(ada), 'close');
  await createWork(ada, { channel: 'general' });
  await createWork(ada, { channel: 'general', expires_at: inOneHour() });
  board.clock.advance({ hours: 2 });
});

afterAll(() => board[Symbol.asyncDispose]());

const inOneHour = () => new Date(board.clock.now().getTime() + 3_600_000).toISOString();

describe('a GraphQL list without a filter by status', () => {
  test.each([
    ['inquiries', '{ list: inquiries { totalCount nodes { status } } }', ['closed', 'open']],
    [
      'inquiries with empty `statuses`',
      '{ list: inquiries(filter: { statuses: [] }) { totalCount nodes { status } } }',
      ['closed', 'open'],
    ],
    ['work', '{ list: work { totalCount nodes { status } } }', ['expired', 'open']],
  ])('of %s has every status', async (_name, query, statuses) => {
    const { body } = await ada.graphql(query);

    const { totalCount, nodes } = body.data.list as { totalCount: number; nodes: { status: string }[] };
    expect([totalCount, nodes.map(({ status }) => status).sort()]).toEqual([2, statuses]);
  });

  test('of the inquiries of a channel has every status', async () => {
    const { body } = await ada.graphql('{ channel(slug: "inquire") { inquiries { totalCount } } }');

    expect(body.data.channel.inquiries.totalCount).toBe(2);
  });
});

describe('a list over REST, /public, /get or MCP without a filter by status', () => {
  const lists: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['GET /v1/inquiries', async () => (await ada.call('GET /v1/inquiries')).body],
    ['GET /v1/inquiries?status=', async () => (await ada.call('GET /v1/inquiries?status=')).body],
    [
      'GET /v1/channels/inquire/inquiries',
      async () => (await ada.call('GET /v1/channels/inquire/inquiries')).body,
    ],
    ['GET /v1/work', async () => (await ada.call('GET /v1/work')).body],
    ['GET /v1/work?status=', async () => (await ada.call('GET /v1/work?status=')).body],
    ['GET /public/work', async () => (await board.call('GET /public/work')).body],
    ['GET /get/inquiries', async () => (await ada.call(`GET /get/inquiries?format=json`)).body],
    ['GET /get/work', async () => (await ada.call(`GET /get/work?format=json`)).body],
    ['MCP', () => callWorkTool({})],
    ['MCP with an empty `status`', () => callWorkTool({ status: [] })],
    ['MCP with the `status` null', () => callWorkTool({ status: null })],
  ];

  test.each(lists)('(%s) has only the open records', async (_name, read) => {
    const list = await read();
    const records = (Array.isArray(list) ? list : (list as { items: unknown[] }).items) as {
      status: string;
    }[];
    expect(records.map(({ status }) => status)).toEqual(['open']);
  });
});

async function callWorkTool(args: object): Promise<unknown> {
  const params = { name: 'board_work', arguments: args };
  const { body } = await ada.call('POST /mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  return body.result.structuredContent;
}
