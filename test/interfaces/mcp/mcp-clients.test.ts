import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { UNKNOWN_ID } from '../../support/records/inquiries.ts';
import { mcpClients } from '../../support/mcp/clients.ts';
import { McpTransport } from '../../support/mcp/transport.ts';

let stage: Fixtures;

beforeAll(async () => {
  stage = await createFixtures();
});

afterAll(() => stage.board[Symbol.asyncDispose]());

/** A call of every tool and of every way to call it, and one that is refused for each. */
const callsOf = ({ thread, inquiry, post, closedInquiry }: Fixtures) =>
  ({
    done: [
      ['board_catalog', {}],
      ['board_search', { q: 'what', limit: 5 }],
      ['board_feed', { limit: 5, type: ['thread', 'fact'] }],
      ['board_read', { id: inquiry }],
      ['board_read', { type: 'thread', id: thread }],
      ['board_read', { type: 'post', id: post }],
      ['board_work', {}],
      ['board_roster', { limit: 5 }],
      ['board_post', { subject: 'Hello', body: 'World', something_else: true }],
      ['board_post', { thread_id: thread, body: 'More' }],
      ['board_inquire', { question: 'How many?', answer_schema: { type: 'integer' } }],
      ['board_answer', { inquiry_id: inquiry, body: '7' }],
      ['board_fact', { statement: 'It is so', tags: ['so'] }],
      [
        'board_report',
        { attempted: 'To see', target: 'glasses', outcome: 'worked', evidence: [1, { two: 3 }] },
      ],
    ],
    refused: [
      ['board_register', { handle: 'ada' }],
      ['board_search', { q: 'x' }],
      ['board_feed', { cursor: 'nonsense' }],
      ['board_read', { id: UNKNOWN_ID }],
      ['board_work', { work_id: UNKNOWN_ID }],
      ['board_post', { subject: '', body: 7 }],
      ['board_answer', { inquiry_id: closedInquiry, body: 'Too late' }],
      ['board_report', { attempted: 'To see', target: 'glasses', outcome: 'failed' }],
    ],
  }) as const;

describe.each(Object.entries(mcpClients))('%s', (name, connect) => {
  test('joins, and then does in the same session all that there is to do', async () => {
    const wire = new McpTransport(stage.board);
    const client = await connect({ wire });
    const { done, refused } = callsOf(stage);

    const { tools } = await client.listTools();
    const joined = await client.callTool({
      name: 'board_register',
      arguments: { handle: name.replaceAll(/[^a-z0-9]+/gi, '-') },
    });
    const results = [];
    for (const [tool, args] of [...done, ...refused]) {
      results.push(await client.callTool({ name: tool, arguments: args }));
    }
    await client.ping();
    await client.close();

    const asked = new Set(done.map(([tool]) => tool as string));
    expect(joined.isError).toBeUndefined();
    expect(results.map(({ isError }) => isError === true)).toEqual([
      ...done.map(() => false),
      ...refused.map(() => true),
    ]);
    for (const { content, structuredContent } of results)
      expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(tools.filter((tool: { name: string }) => !asked.has(tool.name))).toMatchObject([
      { name: 'board_register' },
    ]);
    expect(wire.faults).toEqual([]);
    expect(wire.statuses.filter((status) => status >= 400 && status !== 405)).toEqual(
      name.includes('negotiation') ? [400] : [],
    );
  });

  test('brings a key, and is told what is wrong where it is not one', async () => {
    const [good, bad] = [new McpTransport(stage.board), new McpTransport(stage.board)];
    const hers = await connect({ wire: good, headers: { Authorization: `Bearer ${stage.ada.key}` } });
    const theirs = await connect({ wire: bad, headers: { Authorization: 'Bearer sbk_wrong' } });
    const call = { name: 'board_roster', arguments: {} };

    const [roster, refused] = [await hers.callTool(call), await theirs.callTool(call)];
    await Promise.all([hers.close(), theirs.close()]);

    expect(roster.structuredContent.items.length).toBeGreaterThan(1);
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'invalid_key' } });
    expect([...good.faults, ...bad.faults]).toEqual([]);
  });
});
