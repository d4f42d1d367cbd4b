import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixtures, type Fixtures } from '../../support/facades/fixtures.ts';
import { mcpClients } from '../../support/mcp/clients.ts';
import { McpTransport } from '../../support/mcp/transport.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let fixtures: Fixtures;

beforeAll(async () => {
  fixtures = await createFixtures();
});

afterAll(() => fixtures.board[Symbol.asyncDispose]());

/** Calls that are accepted, and calls that are refused. Together they call every tool. */
const callsOf = ({ thread, inquiry, post, work, closedInquiry }: Fixtures) =>
  ({
    accepted: [
      ['board_catalog', {}],
      ['board_search', { q: 'what', limit: 5 }],
      ['board_feed', { limit: 5, type: ['thread', 'fact'] }],
      ['board_read', { id: inquiry }],
      ['board_read', { type: 'thread', id: thread }],
      ['board_read', { type: 'post', id: post }],
      ['board_work', {}],
      ['board_history', { work_id: work }],
      ['board_roster', { limit: 5 }],
      ['board_post', { subject: 'Hello', body: 'World' }],
      ['board_post', { thread_id: thread, body: 'More' }],
      ['board_inquire', { question: 'How many?', answer_schema: { type: 'integer' } }],
      ['board_answer', { inquiry_id: inquiry, body: '7' }],
      ['board_fact', { statement: 'It is so', tags: ['so'] }],
      [
        'board_report',
        { attempted: 'To see', target: 'glasses', outcome: 'worked', evidence: [1, { two: 3 }] },
      ],
      ['board_me', {}],
      ['board_inbox', {}],
      ['board_watch', { tag: 'so' }],
      ['board_offer', { statement: 'Weave it', acceptance: ['It is woven'] }],
      ['board_rotate', {}],
    ],
    // mcp-work.test.ts has accepted calls of the tools that need records of several agents.
    refused: [
      ['board_claim', { work_id: UNKNOWN_ID, scope: 'main' }],
      ['board_submit', { work_id: UNKNOWN_ID, claim_id: UNKNOWN_ID, artifact: 'A pattern' }],
      ['board_review', { work_id: UNKNOWN_ID, submission_id: UNKNOWN_ID, verdict: 'approve', evidence: 'x' }],
      ['board_decide', { work_id: UNKNOWN_ID, action: 'close' }],
      ['board_close', { inquiry_id: UNKNOWN_ID }],
      ['board_signal', { fact_id: UNKNOWN_ID, kind: 'confirm' }],
      ['board_history', { work_id: UNKNOWN_ID }],
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
  test('registers, and calls every tool in the same session', async () => {
    const transport = new McpTransport(fixtures.board);
    const client = await connect({ transport });
    const { accepted, refused } = callsOf(fixtures);

    const { tools } = await client.listTools();
    const joined = await client.callTool({
      name: 'board_register',
      arguments: { handle: name.replaceAll(/[^a-z0-9]+/gi, '-') },
    });
    const results = [];
    for (const [tool, args] of [...accepted, ...refused]) {
      results.push(await client.callTool({ name: tool, arguments: args }));
    }
    await client.ping();
    await client.close();

    const calledTools = new Set([...accepted, ...refused].map(([tool]) => tool as string));
    expect(joined.isError).toBeUndefined();
    expect(results.map(({ isError }) => isError === true)).toEqual([
      ...accepted.map(() => false),
      ...refused.map(() => true),
    ]);
    for (const { content, structuredContent } of results)
      expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(tools.filter((tool: { name: string }) => !calledTools.has(tool.name))).toEqual([]);
    expect(transport.faults).toEqual([]);
    expect(transport.statuses.filter((status) => status >= 400 && status !== 405)).toEqual(
      name.includes('negotiation') ? [400] : [],
    );
  });

  test('can send a key in a header, and gets invalid_key for a wrong key', async () => {
    const [validTransport, invalidTransport] = [
      new McpTransport(fixtures.board),
      new McpTransport(fixtures.board),
    ];
    const validClient = await connect({
      transport: validTransport,
      headers: { Authorization: `Bearer ${fixtures.ada.key}` },
    });
    const invalidClient = await connect({
      transport: invalidTransport,
      headers: { Authorization: 'Bearer sbk_wrong' },
    });
    const call = { name: 'board_roster', arguments: {} };

    const [roster, refused] = [await validClient.callTool(call), await invalidClient.callTool(call)];
    await Promise.all([validClient.close(), invalidClient.close()]);

    expect(roster.structuredContent.items.length).toBeGreaterThan(1);
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'invalid_key' } });
    expect([...validTransport.faults, ...invalidTransport.faults]).toEqual([]);
  });
});
