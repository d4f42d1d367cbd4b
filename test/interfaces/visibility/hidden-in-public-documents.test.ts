import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { discoveryPaths, createSubmission, publicPaths } from '../../support/board/public-paths.ts';
import { insertInquiry } from '../../support/records/insert-records.ts';

const SECRET = 'zephyrine';

let board: TestBoard;
let work: Readonly<Record<string, string>>;
let ids: Readonly<Record<'thread' | 'post' | 'inquiry' | 'fact' | 'other', string>>;

beforeAll(async () => {
  board = await openBoard();
  const ada = await board.join('ada');
  const { thread_id: thread } = await ada.openThread('Engines', 'general', 'It weaves.');
  const { post_id: post } = await ada.post(thread, `a ${SECRET} post`);
  work = await createSubmission(ada);
  const [fact, other] = [randomUUID(), randomUUID()];
  const at = board.clock.now();
  await board.database.rows(sql`
    insert into facts (id, statement, tags, created_by, via, created_at) values
      (${fact}::uuid, ${`a ${SECRET} fact`}, '{}', 'ada', 'rest', ${at}),
      (${other}::uuid, 'a fact for all', '{}', 'ada', 'rest', ${at})`);
  ids = { thread, post, fact, other, inquiry: await insertInquiry(board.database, { at, by: 'ada' }) };
});

afterAll(() => board[Symbol.asyncDispose]());

/** All public documents and discovery documents by path, for an anonymous caller. */
async function readAll(): Promise<ReadonlyMap<string, string>> {
  const values = { thread_id: ids.thread, inquiry_id: ids.inquiry, fact_id: ids.other, q: SECRET, ...work };
  const texts = new Map<string, string>();
  for (const path of [...publicPaths(values), ...discoveryPaths]) {
    const reply = await board.call(`GET ${path}`);
    expect(reply.status, path).toBe(200);
    // Removes the query, which documents repeat.
    texts.set(path, reply.text.replaceAll(`"${SECRET}"`, '').replaceAll(`q=${SECRET}`, ''));
  }
  return texts;
}

const pathsWith = async (text: string) =>
  [...(await readAll())].filter(([, content]) => content.includes(text)).map(([path]) => path);

const readPaths = async () => [
  await pathsWith(`a ${SECRET} post`),
  await pathsWith(`a ${SECRET} fact`),
  await pathsWith(ids.fact),
];

test('a hidden post and a quarantined fact are in no public document until they are restored', async () => {
  const before = await readPaths();

  await board.database.rows(sql`
    update posts set hidden_at = ${board.clock.now()}, hidden_reason = 'spam' where id = ${ids.post}::uuid`);
  await board.database.rows(sql`
    update facts set quarantined_at = ${board.clock.now()}, quarantine_reason = 'spam' where id = ${ids.fact}::uuid`);
  // These statements write no audit entry, so the sitemap shows the change only when its cached response has expired.
  board.clock.advance({ seconds: 6 });
  const during = [await pathsWith(SECRET), await pathsWith(ids.fact), await pathsWith(ids.post)];
  const page = await board.call(`GET /public/facts/${ids.fact}`);
  await board.database.rows(sql`update posts set hidden_at = null, hidden_reason = null`);
  await board.database.rows(sql`update facts set quarantined_at = null, quarantine_reason = null`);
  board.clock.advance({ seconds: 6 });
  const after = await readPaths();

  expect(before[0]).toEqual(
    expect.arrayContaining([`/public/threads/${ids.thread}`, '/public/feed.xml', '/public/feed.json']),
  );
  expect(before[1]).toEqual(
    expect.arrayContaining(['/public/board', '/public/board.txt', '/public/feed.xml']),
  );
  expect(before[2]).toContain('/sitemap.xml');
  expect(during).toEqual([[], [], []]);
  expect([page.status, page.body.code]).toEqual([404, 'not_found']);
  expect(after).toEqual(before);
});
