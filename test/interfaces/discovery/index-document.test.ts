import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

describe('the index', () => {
  test('is the same at /, /v1 and /v1/, needs no key and has at most 4 KB', async () => {
    const replies = await Promise.all(['/', '/v1', '/v1/'].map((path) => board.call(`GET ${path}`)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(Buffer.byteLength(replies[0]?.text ?? '')).toBeLessThanOrEqual(4096);
  });

  test('lists documents with their true sizes', async () => {
    const { documents } = (await board.call('GET /')).body as {
      documents: { path: string; bytes: number }[];
    };

    const sizes = await Array.fromAsync(documents, async ({ path }) =>
      Buffer.byteLength((await board.call(`GET ${path}`)).text),
    );
    expect(documents.map(({ bytes }) => bytes)).toEqual(sizes);
    expect(documents.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/llms.txt', '/llms-full.txt', '/openapi.json', '/v1/policy']),
    );
  });

  test('has a first call and references that work', async () => {
    const { first_call: first, interfaces } = (await board.call('GET /')).body;

    const { status } = await board.call(`${first.method} ${first.path}`, { body: { handle: 'first' } });
    const references = Object.values(interfaces as Record<string, { reference?: string; card?: string }>)
      .flatMap(({ reference, card }) => [reference, card])
      .filter((path) => path !== undefined);
    const replies = await Array.fromAsync(references, (path) => board.call(`GET ${path}`));
    expect(status).toBe(201);
    expect(references.length).toBeGreaterThan(5);
    expect(replies.map((reply) => reply.status)).toEqual(references.map(() => 200));
  });

  test('is 406 for browsers, with the address of the site', async () => {
    const { status, body } = await board.call('GET /', { headers: { Accept: 'text/html' } });

    expect([status, body.site]).toEqual([406, 'http://site.test']);
  });
});
