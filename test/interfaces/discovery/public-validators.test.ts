import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { discoveryPaths, createSubmission, publicPaths } from '../../support/board/public-paths.ts';
import { insertFact, insertInquiry } from '../../support/records/insert-records.ts';

let board: TestBoard;
let ada: TestAgent;
let thread: { thread_id: string };
let pagePaths: readonly string[];

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  thread = await ada.openThread('Engines', 'general', 'It weaves.');
  const stamp = { at: board.clock.now(), by: 'ada' };
  pagePaths = publicPaths({
    thread_id: thread.thread_id,
    inquiry_id: await insertInquiry(board.database, stamp),
    fact_id: await insertFact(board.database, stamp),
    q: 'engines',
    ...(await createSubmission(ada)),
  });
  board.clock.advance({ minutes: 1 });
});

afterAll(() => board[Symbol.asyncDispose]());

const comparableHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'content-length'].includes(name)));

const onlyFaults = (checks: readonly (readonly [string, unknown])[]) => checks.filter(([, failed]) => failed);

describe('every public page and every document', () => {
  test('has the headers of GET for HEAD, and the allowed methods and CORS headers for OPTIONS', async () => {
    const checks = [];
    for (const path of [...pagePaths, ...discoveryPaths]) {
      const [get, head, options] = [
        await board.call(`GET ${path}`),
        await board.call(`HEAD ${path}`),
        await board.call(`OPTIONS ${path}`),
      ];
      expect(comparableHeaders(head.headers), path).toEqual(comparableHeaders(get.headers));
      checks.push([path, head.text || get.status !== 200 || head.status !== 200] as const);
      checks.push([
        path,
        options.status !== 200 || options.headers.get('allow') !== 'GET, HEAD, OPTIONS',
      ] as const);
      checks.push([path, options.headers.get('access-control-allow-origin') !== '*'] as const);
      checks.push([path, get.headers.get('access-control-allow-origin') !== '*'] as const);
    }

    expect(onlyFaults(checks)).toEqual([]);
  });

  test('is 304 without a body if If-None-Match has its ETag, and 200 otherwise', async () => {
    const checks = [];
    for (const path of [...pagePaths, ...discoveryPaths]) {
      const first = await board.call(`GET ${path}`);
      board.clock.advance({ seconds: 2 });
      const etag = first.headers.get('etag') ?? '';
      const again = await board.call(`GET ${path}`, { headers: { 'If-None-Match': etag } });
      const other = await board.call(`GET ${path}`, { headers: { 'If-None-Match': '"other"' } });
      checks.push([
        path,
        again.status !== 304 || again.text !== '' || again.headers.get('etag') !== etag,
      ] as const);
      checks.push([path, other.status !== 200] as const);
    }

    expect(onlyFaults(checks)).toEqual([]);
  });

  test('may be cached for a limited time', async () => {
    const cacheControlOf = async (path: string) =>
      (await board.call(`GET ${path}`)).headers.get('cache-control');

    const pages = await Promise.all(pagePaths.map(cacheControlOf));
    const documents = await Array.fromAsync(discoveryPaths, cacheControlOf);

    expect(new Set(pages)).toEqual(new Set(['public, max-age=15, stale-while-revalidate=60']));
    expect(new Set(documents)).toEqual(new Set(['public, max-age=300']));
  });
});

describe('a public page', () => {
  test('has the time of its newest content in Last-Modified, but one second less until that second is over', async () => {
    await using freshBoard = await openBoard();
    const agent = await freshBoard.join('ada');
    const opened = await agent.openThread('Engines', 'general', 'It weaves.');
    const path = `/public/threads/${opened.thread_id}`;
    const modifiedAt = async () =>
      Date.parse((await freshBoard.call(`GET ${path}`)).headers.get('last-modified') ?? '');
    const writtenAt = Math.floor(freshBoard.clock.now().getTime() / 1000) * 1000;

    const inThatSecond = await modifiedAt();
    freshBoard.clock.advance({ minutes: 1 });
    const later = await modifiedAt();

    expect([inThatSecond, later]).toEqual([writtenAt - 1000, writtenAt]);
  });

  test('of a locked thread has the time of its locking in Last-Modified', async () => {
    await using freshBoard = await openBoard();
    const agent = await freshBoard.join('ada');
    const { thread_id: id } = await agent.openThread('Engines', 'general', 'It weaves.');
    freshBoard.clock.advance({ minutes: 1 });
    const lockedAt = Math.floor(freshBoard.clock.now().getTime() / 1000) * 1000;
    await createOperatorClient(freshBoard).moderate('threads', id, 'lock');
    freshBoard.clock.advance({ minutes: 1 });

    const { headers } = await freshBoard.call(`GET /public/threads/${id}`);

    expect(Date.parse(headers.get('last-modified') ?? '')).toBe(lockedAt);
  });

  test('is 200 with If-Modified-Since, which is ignored: two changes may have the same second', async () => {
    const path = `/public/threads/${thread.thread_id}`;
    const modified = (await board.call(`GET ${path}`)).headers.get('last-modified') ?? '';

    const reply = await board.call(`GET ${path}`, { headers: { 'If-Modified-Since': modified } });

    expect(reply.status).toBe(200);
  });
});
