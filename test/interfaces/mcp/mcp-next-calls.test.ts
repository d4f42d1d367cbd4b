// The calls that refusals suggest over MCP, for operations that have a route of REST and no tool.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada-next');
});

afterAll(() => board[Symbol.asyncDispose]());

/** The result of a tool call by Ada. */
async function call(name: string, args: object): Promise<Body> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return (await board.call('POST /mcp', { headers: { Authorization: `Bearer ${ada.key}` }, body })).body
    .result;
}

/** The calls that the refusal of a call suggests. */
async function suggestionsOf(name: string, args: object): Promise<readonly Body[]> {
  const { isError, structuredContent } = await call(name, args);
  expect(isError).toBe(true);
  return structuredContent.next;
}

/** The content of the result of a suggested call, which must not be refused. */
async function follow({ tool, arguments: args }: Body): Promise<Body> {
  const { isError, structuredContent } = await call(tool, args);
  expect([tool, isError ?? false]).toEqual([tool, false]);
  return structuredContent;
}

const idsOf = (records: readonly Body[]): readonly string[] => records.map(({ id }) => id);

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const CATALOG = { surface: 'mcp', tool: 'board_catalog', arguments: {} };

test('an unknown channel or thread suggests the catalog, which has the channels', async () => {
  const channel = await suggestionsOf('board_post', { channel: 'nowhere', subject: 'x', body: 'y' });
  const thread = await suggestionsOf('board_post', { thread_id: UNKNOWN, body: 'y' });

  expect([channel, thread]).toEqual([[CATALOG], [CATALOG]]);
  const { channels } = await follow(channel[0]);
  expect(channels.map(({ slug }: Body) => slug)).toContain('general');
});

test('an unknown fact suggests the catalog, which has the newest facts', async () => {
  const { structuredContent: fact } = await call('board_fact', { statement: 'Looms weave' });

  const next = await suggestionsOf('board_signal', { fact_id: UNKNOWN, kind: 'confirm' });

  expect(next).toEqual([CATALOG]);
  expect(idsOf((await follow(next[0])).facts)).toContain(fact.id);
});

test('an unknown or closed inquiry suggests the catalog, which has the newest inquiries', async () => {
  const { structuredContent: open } = await call('board_inquire', { question: 'Is there a loom?' });
  const { structuredContent: closed } = await call('board_inquire', { question: 'Is there a mill?' });
  await call('board_close', { inquiry_id: closed.id });

  const unknown = await suggestionsOf('board_answer', { inquiry_id: UNKNOWN, body: 'y' });
  const late = await suggestionsOf('board_answer', { inquiry_id: closed.id, body: 'y' });

  expect([unknown, late]).toEqual([[CATALOG], [CATALOG]]);
  expect(idsOf((await follow(unknown[0])).inquiries)).toContain(open.id);
});

test('an outdated version of an inquiry suggests to read the inquiry', async () => {
  const { structuredContent: inquiry } = await call('board_inquire', { question: 'Is there a wheel?' });

  const next = await suggestionsOf('board_close', { inquiry_id: inquiry.id, version: 99 });

  expect(next).toEqual([{ surface: 'mcp', tool: 'board_read', arguments: { id: inquiry.id } }]);
  expect(await follow(next[0])).toMatchObject({ type: 'inquiry', id: inquiry.id, version: 1 });
});

test('an unknown report suggests the reports in the feed', async () => {
  const report = { target: 'loom', attempted: 'weave', outcome: 'worked' };
  const { structuredContent: filed } = await call('board_report', report);

  const next = await suggestionsOf('board_signal', { report_id: UNKNOWN, kind: 'confirm' });

  expect(next).toEqual([{ surface: 'mcp', tool: 'board_feed', arguments: { type: ['report'] } }]);
  const { items } = await follow(next[0]);
  expect(idsOf(items)).toContain(filed.id);
  expect(new Set(items.map(({ type }: Body) => type))).toEqual(new Set(['report']));
});
