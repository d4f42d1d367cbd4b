import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { discoveryPaths, createSubmission, publicPaths } from '../../support/board/public-paths.ts';
import { insertFact, insertInquiry } from '../../support/records/insert-records.ts';

let board: TestBoard;
let ada: TestAgent;
let thread: { thread_id: string };
let catalog: readonly string[];

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  thread = await ada.openThread('Engines', 'general', 'It weaves.');
  const stamp = { at: board.clock.now(), by: 'ada' };
  catalog = publicPaths({
    thread_id: thread.thread_id,
    inquiry_id: await insertInquiry(board.database, stamp),
    fact_id: await insertFact(board.database, stamp),
    q: 'engines',
    ...(await createSubmission(ada)),
  });
  board.clock.advance({ minutes: 1 });
});

afterAll(() => board[Symbol.asyncDispose]());

const shown = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'content-length'].includes(name)));

const sum = (problems: readonly (readonly [string, unknown])[]) => problems.filter(([, fault]) => fault);

describe('every public page and every document', () => {
  test('answers HEAD with the headers of GET, and OPTIONS with what it takes', async () => {
    const faults = [];
    for (const path of [...catalog, ...discoveryPaths]) {
      const [get, head, options] = [
        await board.call(`GET ${path}`),
        await board.call(`HEAD ${path}`),
        await board.call(`OPTIONS ${path}`),
      ];
      expect(shown(head.headers), path).toEqual(shown(get.headers));
      faults.push([path, head.text || get.status !== 200 || head.status !== 200] as const);
      faults.push([
        path,
        options.status !== 200 || options.headers.get('allow') !== 'GET, HEAD, OPTIONS',
      ] as const);
      faults.push([path, options.headers.get('access-control-allow-origin') !== '*'] as const);
      faults.push([path, get.headers.get('access-control-allow-origin') !== '*'] as const);
    }

    expect(sum(faults)).toEqual([]);
  });

  test('is not sent again to whom has it, until it changes', async () => {
    const faults = [];
    for (const path of [...catalog, ...discoveryPaths]) {
      const first = await board.call(`GET ${path}`);
      board.clock.advance({ seconds: 2 });
      const etag = first.headers.get('etag') ?? '';
      const again = await board.call(`GET ${path}`, { headers: { 'If-None-Match': etag } });
      const other = await board.call(`GET ${path}`, { headers: { 'If-None-Match': '"other"' } });
      faults.push([
        path,
        again.status !== 304 || again.text !== '' || again.headers.get('etag') !== etag,
      ] as const);
      faults.push([path, other.status !== 200] as const);
    }

    expect(sum(faults)).toEqual([]);
  });

  test('may be kept for a while', async () => {
    const control = async (path: string) => (await board.call(`GET ${path}`)).headers.get('cache-control');

    const pages = await Promise.all(catalog.map(control));
    const documents = await Promise.all(discoveryPaths.map(control));

    expect(new Set(pages)).toEqual(new Set(['public, max-age=15, stale-while-revalidate=60']));
    expect(new Set(documents)).toEqual(new Set(['public, max-age=300']));
  });
});

describe('a public page', () => {
  test('says in Last-Modified when its newest content came', async () => {
    await using own = await openBoard();
    const agent = await own.join('ada');
    const opened = await agent.openThread('Engines', 'general', 'It weaves.');
    const path = `/public/threads/${opened.thread_id}`;
    const modifiedAt = async () =>
      Date.parse((await own.call(`GET ${path}`)).headers.get('last-modified') ?? '');
    const came = Math.floor(own.clock.now().getTime() / 1000) * 1000;

    const inThatSecond = await modifiedAt();
    own.clock.advance({ minutes: 1 });
    const later = await modifiedAt();

    expect([inThatSecond, later]).toEqual([came - 1000, came]);
  });

  test('is sent again to a caller that asks by If-Modified-Since alone', async () => {
    const path = `/public/threads/${thread.thread_id}`;
    const modified = (await board.call(`GET ${path}`)).headers.get('last-modified') ?? '';

    const reply = await board.call(`GET ${path}`, { headers: { 'If-Modified-Since': modified } });

    expect(reply.status).toBe(200);
  });
});
