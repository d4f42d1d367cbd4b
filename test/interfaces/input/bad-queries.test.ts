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

/** Invalid or incomplete UTF-8. */
const INVALID_UTF8 = ['%FF', '%C3', '%C3%28', 'a%E2%82', '%ED%A0%80', '%c0%af', 'ü%C3'];

describe.each(INVALID_UTF8)('a query with %s', (value) => {
  test.each([
    ['REST', (suffix: string) => ada.call(`GET /v1/search?q=loom${suffix}`)],
    ['the public catalog', (suffix: string) => board.call(`GET /public/search.json?q=loom${suffix}`)],
    ['a list of REST', (tag: string) => ada.call(`GET /v1/facts?tag=${tag}`)],
    ['GraphQL', (suffix: string) => board.call(`GET /graphql?query={search(q:"loom${suffix}"){count}}`)],
  ])('is refused by %s', async (_interface, call) => {
    const { status, body } = await call(value);

    expect([status, body.code ?? body.errors[0].extensions.code]).toEqual([400, 'malformed_request']);
  });

  test('creates no record over /get, as text or as JSON', async () => {
    const path = `/get/say?key=${ada.key}&subject=x&body=${value}`;

    const [text, json] = [await board.call(`GET ${path}`), await board.call(`GET ${path}&format=json`)];
    const { body: threads } = await ada.call('GET /v1/channels/general/threads');

    expect([text.status, text.text.split(':')[0]]).toEqual([400, 'error malformed_request 400']);
    expect([json.status, json.body.code]).toEqual([400, 'malformed_request']);
    expect(threads).toEqual([]);
  });
});

test('a percent sign without two hexadecimal digits is literal, and valid escapes are decoded', async () => {
  const { body } = await board.call(
    `GET /get/ask?key=${ada.key}&question=100%+of+%C3%BCs%3f+%E2%82%AC+%zz&format=json`,
  );

  expect(body.question).toBe('100% of üs? € %zz');
});
