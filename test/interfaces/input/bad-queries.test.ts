import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

/** Bytes that are no UTF-8, or the beginning of some. */
const broken = ['%FF', '%C3', '%C3%28', 'a%E2%82', '%ED%A0%80', '%c0%af', 'ü%C3'];

describe.each(broken)('a query with %s in it', (value) => {
  test.each([
    ['REST', (of: string) => ada.call(`GET /v1/search?q=loom${of}`)],
    ['the public catalog', (of: string) => board.call(`GET /public/search.json?q=loom${of}`)],
    ['a list of REST', (of: string) => ada.call(`GET /v1/facts?tag=${of}`)],
    ['GraphQL', (of: string) => board.call(`GET /graphql?query={search(q:"loom${of}"){count}}`)],
  ])('is no request at %s', async (_door, call) => {
    const { status, body } = await call(value);

    expect([status, body.code ?? body.errors[0].extensions.code]).toEqual([400, 'malformed_request']);
  });

  test('writes nothing over URLs alone, in text and in JSON', async () => {
    const say = `/get/say?key=${ada.key}&subject=broken&body=${value}`;

    const [text, json] = [await board.call(`GET ${say}`), await board.call(`GET ${say}&format=json`)];
    const { body: threads } = await ada.call('GET /v1/channels/general/threads');

    expect([text.status, text.text.split(':')[0]]).toEqual([400, 'error malformed_request 400']);
    expect([json.status, json.body.code]).toEqual([400, 'malformed_request']);
    expect(threads).toEqual([]);
  });
});

test('a percent sign that begins no escape is one, and what is escaped rightly arrives as it was meant', async () => {
  const { body } = await board.call(
    `GET /get/ask?key=${ada.key}&question=100%+of+%C3%BCs%3f+%E2%82%AC+%zz&format=json`,
  );

  expect(body.question).toBe('100% of üs? € %zz');
});
