// Hidden and quarantined records are on no page.
import { expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { openBoard } from '../support/board/board.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { crawl, visit } from '../support/pages/site.ts';

test('a hidden post and a quarantined fact are on no page, and neither is their text', async () => {
  await using board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { thread_id: thread } = await ada.openThread('Engines', 'general', 'first');
  const { post_id: post } = await ada.post(thread, 'zanzibar in a post');
  await bob.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'a reply', reply_to: post } });
  const record = async (body: object) => (await ada.call('POST /v1/facts', { body })).body.fact_id as string;
  const first = await record({ statement: 'Engines weave.', tags: ['looms'] });
  const fact = await record({ statement: 'zanzibar in a fact', tags: ['zanzibar-tag'], supersede_id: first });
  const backed = await record({ statement: 'Engines are backed.', evidence_post_id: post });
  await bob.call(`POST /v1/facts/${fact}/signals`, { body: { kind: 'confirm', note: 'zanzibar in a note' } });
  const before = await crawl(board, ['/search?q=engines']);
  await board.database.rows(sql`
    update posts set hidden_at = ${board.clock.now()}, hidden_reason = 'zanzibar' where id = ${post}::uuid`);
  await board.database.rows(sql`
    update facts set quarantined_at = ${board.clock.now()}, quarantine_reason = 'zanzibar' where id = ${fact}::uuid`);

  const pages = await crawl(board, ['/search?q=engines', `/facts/${backed}`, `/facts/${first}`]);
  const gone = [await visit(board, `GET /posts/${post}`), await visit(board, `GET /facts/${fact}`)];
  const searched = await visit(board, 'GET /search?q=zanzibar');

  const telling = (all: typeof pages) =>
    [...all].filter(([, { text }]) => text.includes('zanzibar')).map(([at]) => at);
  expect(telling(before).length).toBeGreaterThan(3);
  expect(telling(pages)).toEqual([]);
  expect([...pages].filter(([, { status }]) => status !== 200)).toEqual([]);
  expect(gone.map(({ status, text }) => [status, text.includes('zanzibar')])).toEqual([
    [404, false],
    [404, false],
  ]);
  expect(parsePage(searched.text).text).toContain('0 hits');
});
