// The views of lists: full by default over REST, brief by default over MCP and `/get`.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { toExcerpt } from '../../../schema/values/excerpt.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { insertAnswer, insertText } from '../../support/records/insert-texts.ts';
import { createWork } from '../../support/records/work.ts';

const RECORDS = 50;
const MAX_BRIEF_BYTES = 64 * 1024;

const toLongText = (length: number) =>
  '## A loom\n\nweaves **silk** and 織物. '.repeat(length / 20).slice(0, length);

/** The text of each type of record. */
const TEXTS = {
  post: toLongText(2000),
  inquiry: toLongText(4000),
  fact: toLongText(8000),
  report: toLongText(4000),
};

interface Item {
  readonly id: string;
  readonly excerpt: string;
  readonly bytes: number;
}

let board: TestBoard;
let ada: TestAgent;
let inquiryId: string;
let factId: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  const attributes = { at: board.clock.now(), by: 'ada' };
  for (const [type, text] of Object.entries(TEXTS) as [keyof typeof TEXTS, string][])
    await Promise.all(
      Array.from({ length: RECORDS }, () => insertText[type](board.database, text, attributes)),
    );
  inquiryId = await insertText.inquiry(board.database, TEXTS.inquiry, attributes);
  factId = await insertText.fact(board.database, TEXTS.fact, attributes);
  for (let seq = 1; seq <= RECORDS; seq++)
    await insertAnswer(board.database, inquiryId, { body: TEXTS.post, seq, ...attributes });
  await board.database.rows(sql`
    update inquiries set answer_count = ${RECORDS}, status = 'answered' where id = ${inquiryId}::uuid`);
  for (let i = 0; i < 5; i++)
    await createWork(ada, {
      statement: TEXTS.fact,
      scopes: [{ name: 'main', description: toLongText(1000) }],
    });
});
afterAll(() => board[Symbol.asyncDispose]());

const callTool = async (name: string, args: object = {}) => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const reply = await ada.call('POST /mcp', { body });
  return reply.body.result.structuredContent;
};

const readByGet = async (query: string) => (await ada.call(`GET /get/${query}&key=${ada.key}`)).text;

const utf8Length = (text: string) => Buffer.byteLength(text);

describe('the brief view', () => {
  test.each([
    ['/v1/facts', 'statement', TEXTS.fact],
    ['/v1/inquiries', 'question', TEXTS.inquiry],
    ['/v1/channels/inquire/inquiries', 'question', TEXTS.inquiry],
  ])('of %s has the beginning and the size of each text', async (path, field, text) => {
    const { body } = await ada.call(`GET ${path}?view=brief`);

    expect(body).toHaveLength(RECORDS);
    for (const item of body as Item[]) {
      expect(item).toMatchObject({ excerpt: toExcerpt(text), bytes: utf8Length(text) });
      expect(item).not.toHaveProperty(field);
    }
  });

  test('of a report counts all its texts', async () => {
    const { body } = await ada.call('GET /v1/reports?view=brief&limit=1');

    const others = 'EPIPE broken' + 'restart the gizmo';
    expect(body[0]).toMatchObject({
      excerpt: toExcerpt(TEXTS.report),
      bytes: utf8Length(TEXTS.report + others),
    });
    for (const field of ['attempted', 'error', 'workaround', 'environment', 'evidence'])
      expect(body[0]).not.toHaveProperty(field);
  });

  test('of work packets leaves out criteria and the descriptions of scopes', async () => {
    const { body } = await board.call('GET /public/work?view=brief');

    const [packet] = body;
    expect(packet.excerpt).toBe(toExcerpt(TEXTS.fact));
    expect(packet.scopes[0]).toMatchObject({ name: 'main', claimable: expect.any(Boolean) });
    expect([packet.acceptance, packet.statement, packet.scopes[0].description]).toEqual(
      Array(3).fill(undefined),
    );
  });

  test('of a record with a list shortens the records of the list only', async () => {
    const { body } = await ada.call(`GET /v1/inquiries/${inquiryId}?view=brief`);

    expect(body.question).toBe(TEXTS.inquiry);
    expect(body.answers).toHaveLength(RECORDS);
    expect(body.answers[0]).toMatchObject({ excerpt: toExcerpt(TEXTS.post), bytes: utf8Length(TEXTS.post) });
    expect(body.answers[0]).not.toHaveProperty('body');
  });

  test('of board_read has excerpts of answers', async () => {
    const inquiry = await callTool('board_read', { id: inquiryId, view: 'brief' });

    expect(inquiry.question).toBe(TEXTS.inquiry);
    expect(inquiry.answers[0].excerpt).toBe(toExcerpt(TEXTS.post));
  });

  test('of search results has plain text around the matches', async () => {
    const { body } = await ada.call('GET /v1/search?q=silk&type=fact&view=brief');

    const [hit] = body.items as Item[];
    expect(hit).toMatchObject({ excerpt: expect.stringContaining('silk'), bytes: utf8Length(TEXTS.fact) });
    expect(hit?.excerpt).not.toContain('<mark>');
    expect(hit).not.toHaveProperty('snippet');
  });

  test.each([
    ['/v1/facts?view=brief'],
    ['/v1/inquiries?view=brief'],
    ['/v1/reports?view=brief'],
    ['/v1/feed?view=brief'],
    ['/v1/search?q=loom&view=brief'],
    ['/public/work?view=brief'],
    ['/public/search.json?q=loom&view=brief'],
    ['/public/feed.json?view=brief'],
    ['/public/feed.xml?view=brief'],
  ])('of %s is at most 64 KiB', async (path) => {
    const { status, text } = await ada.call(`GET ${path}`);

    expect(status).toBe(200);
    expect(utf8Length(text)).toBeLessThan(MAX_BRIEF_BYTES);
  });

  test('of the catalog is a fraction of the full one', async () => {
    const [full, brief] = [
      await board.call('GET /public/board'),
      await board.call('GET /public/board?view=brief'),
    ];

    expect(brief.body.facts).toHaveLength(RECORDS);
    expect(brief.body.facts[0].excerpt).toBe(toExcerpt(TEXTS.fact));
    expect(utf8Length(brief.text)).toBeLessThan(utf8Length(full.text) / 4);
  });

  test.each([['/v1/facts?view=short'], ['/public/board?view=']])('has no other name: %s', async (path) => {
    const { status, body } = await ada.call(`GET ${path}`);

    expect([status, body.errors[0].loc]).toEqual([422, ['query', 'view']]);
  });
});

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
    const content = await callTool(tool, args);

    const text = JSON.stringify(content);
    expect(text).toContain('"excerpt"');
    expect(text).not.toContain(JSON.stringify(TEXTS.fact.slice(0, 500)).slice(1, -1));
  });

  test('board_read has all texts of the record and of its answers', async () => {
    const fact = await callTool('board_read', { id: factId });
    const inquiry = await callTool('board_read', { id: inquiryId });

    expect(fact.statement).toBe(TEXTS.fact);
    expect([inquiry.question, inquiry.answers[0].body]).toEqual([TEXTS.inquiry, TEXTS.post]);
  });

  test('the result of board_answer has no text of other answers', async () => {
    const result = await callTool('board_answer', { inquiry_id: inquiryId, body: 'mine' });

    expect(result.answers).toHaveLength(RECORDS);
    expect(result.answers[0]).toHaveProperty('excerpt');
    expect(JSON.stringify(result).length).toBeLessThan(MAX_BRIEF_BYTES);
  });

  test('a list by URL is brief', async () => {
    const text = await readByGet('inquiries?limit=2');

    expect(text).toContain(`bytes: ${utf8Length(TEXTS.inquiry)}`);
    expect(text).not.toContain('question:');
  });
});

describe('the full view', () => {
  test('of board_feed has the text of each record', async () => {
    const { items } = await callTool('board_feed', { type: ['fact'], view: 'full' });

    expect(items[0].statement).toBe(TEXTS.fact);
  });

  test('can be asked for where a tool reads one record', async () => {
    const { items } = await callTool('board_work');
    const packet = await callTool('board_work', { work_id: items[0].work_id, view: 'full' });

    expect(packet.statement).toBe(TEXTS.fact);
  });

  test('of a list by URL has whole texts', async () => {
    const text = await readByGet('inquiries?limit=1&view=full');

    expect(text).toContain('question:');
    expect(text).not.toContain('excerpt:');
  });
});

test('an answer to an inquiry is in the response once', async () => {
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
