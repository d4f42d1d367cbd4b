// The views of lists without `view` (full over REST, brief over MCP and `/get`), and the full view.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toExcerpt } from '../../../schema/values/excerpt.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { inlineReferences } from '../../support/board/openapi-document.ts';
import { callTool } from '../../support/mcp/session.ts';
import { openLongBoard, TEXTS } from '../../support/records/long-records.ts';

const MAX_BRIEF_BYTES = 64 * 1024;

let board: TestBoard;
let ada: TestAgent;
let inquiryId: string;
let factId: string;

beforeAll(async () => {
  ({ board, ada, inquiryId, factId } = await openLongBoard());
});
afterAll(() => board[Symbol.asyncDispose]());

const utf8Length = (text: string) => Buffer.byteLength(text);

const readByGet = async (query: string) => (await ada.call(`GET /get/${query}&key=${ada.key}`)).text;

describe('without `view`,', () => {
  test('a list over REST is full', async () => {
    const { body } = await ada.call('GET /v1/facts?limit=1');

    expect(body[0].statement).toBe(TEXTS.fact);
    expect(body[0]).not.toHaveProperty('excerpt');
  });

  test.each([
    ['board_feed', {}],
    ['board_search', { q: 'loom' }],
    ['board_catalog', {}],
    ['board_work', {}],
  ])('%s is brief', async (tool, args) => {
    const content = await callTool(ada, tool, args);

    const text = JSON.stringify(content);
    expect(text).toContain('"excerpt"');
    expect(text).not.toContain(JSON.stringify(TEXTS.fact.slice(0, 500)).slice(1, -1));
  });

  test('board_read has all texts of the record and of its answers', async () => {
    const fact = await callTool(ada, 'board_read', { id: factId });
    const inquiry = await callTool(ada, 'board_read', { id: inquiryId });

    expect(fact.statement).toBe(TEXTS.fact);
    expect([inquiry.question, inquiry.answers[0].body]).toEqual([TEXTS.inquiry, TEXTS.post]);
  });

  test('the result of board_answer has no text of other answers', async () => {
    const result = await callTool(ada, 'board_answer', { inquiry_id: inquiryId, body: 'mine' });

    expect(result.latest_answer.body).toBe('mine');
    expect(result).not.toHaveProperty('answers');
    expect(utf8Length(JSON.stringify(result))).toBeLessThan(MAX_BRIEF_BYTES);
  });

  test('a list over `/get` is brief', async () => {
    const text = await readByGet('inquiries?limit=2');

    expect(text).toContain(`bytes: ${utf8Length(TEXTS.inquiry)}`);
    expect(text).not.toContain('question:');
  });

  test('records by ids over `/get` are brief, and one record is full', async () => {
    const [list, record] = [await readByGet(`read?ids=${factId}`), await readByGet(`read?id=${factId}`)];

    expect([list.includes('excerpt:'), list.includes('statement:')]).toEqual([true, false]);
    expect([record.includes('excerpt:'), record.includes('statement:')]).toEqual([false, true]);
  });

  test('the view is the default that the index of `/get/` and OpenAPI describe, for lists and for one record', async () => {
    const { text } = await board.call('GET /get/');
    const { body: document } = await board.call('GET /openapi.json');

    expect(text.match(/^ {2}view .*$/gm)).toEqual(['  view brief|full; Default brief, for one record full']);
    expect(inlineReferences(document, document.paths['/get/read'].get.parameters)).toContainEqual(
      expect.objectContaining({
        name: 'view',
        description: expect.stringMatching(/ Default `brief`, for one record `full`\.$/),
      }),
    );
  });
});

describe('the full view', () => {
  test('of board_feed has the text of a fact', async () => {
    const { items } = await callTool(ada, 'board_feed', { type: ['fact'], view: 'full' });

    expect(items[0].statement).toBe(TEXTS.fact);
  });

  test('of one record is returned by a tool with view: full', async () => {
    const { items } = await callTool(ada, 'board_work');
    const packet = await callTool(ada, 'board_work', { work_id: items[0].work_id, view: 'full' });

    expect(packet.statement).toBe(TEXTS.fact);
  });

  test('of a list over `/get` has whole texts', async () => {
    const text = await readByGet('inquiries?limit=1&view=full');

    expect(text).toContain('question:');
    expect(text).not.toContain('excerpt:');
  });
});

test('an unknown view is refused, also for a single record', async () => {
  const { items } = await callTool(ada, 'board_work');

  const refusals = await Promise.all([
    callTool(ada, 'board_work', { view: 'tiny' }),
    callTool(ada, 'board_work', { work_id: items[0].work_id, view: 'tiny' }),
  ]);

  expect(refusals.map(({ code, errors }) => [code, errors?.[0].loc])).toEqual([
    ['validation_failed', ['body', 'view']],
    ['validation_failed', ['body', 'view']],
  ]);
});

test('the response to an answer has the text of the answer once', async () => {
  const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
    body: { question: 'Which loom?' },
  });
  const { text } = await ada.call(`POST /v1/inquiries/${inquiry.inquiry_id}/answer`, {
    body: { body: 'The Jacquard loom.' },
  });

  expect(text.split('The Jacquard loom.')).toHaveLength(2);
});

test('GraphQL has excerpts and sizes beside the text', async () => {
  const { body } = await ada.graphql(`{ fact(id: "${factId}") { excerpt bytes statement } }`);

  expect(body.data.fact).toEqual({
    excerpt: toExcerpt(TEXTS.fact),
    bytes: utf8Length(TEXTS.fact),
    statement: TEXTS.fact,
  });
});
