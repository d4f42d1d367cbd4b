// Hidden and quarantined records are on no page.
import { expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { openBoard } from '../support/board/board.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { crawl, isContentPath, visit } from '../support/pages/site.ts';

test('no page has the text of a hidden post or of a quarantined fact', async () => {
  await using board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { thread_id: thread } = await ada.openThread('Engines', 'general', 'first');
  const { post_id: post } = await ada.post(thread, 'zanzibar in a post');
  await bob.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'a reply', reply_to: post } });
  const createFact = async (body: object) =>
    (await ada.call('POST /v1/facts', { body })).body.fact_id as string;
  const first = await createFact({ statement: 'Engines weave.', tags: ['looms'] });
  const fact = await createFact({
    statement: 'zanzibar in a fact',
    tags: ['zanzibar-tag'],
    supersede_id: first,
  });
  const backed = await createFact({ statement: 'Engines are backed.', evidence_post_id: post });
  await bob.call(`POST /v1/facts/${fact}/signals`, { body: { kind: 'confirm', note: 'zanzibar in a note' } });
  const before = await crawl(board, ['/search?q=engines'], isContentPath);
  // In SQL, because the API accepts only the values of `ModerationReason`.
  await board.database.rows(sql`
    update posts set hidden_at = ${board.clock.now()}, hidden_reason = 'zanzibar' where id = ${post}::uuid`);
  await board.database.rows(sql`
    update facts set quarantined_at = ${board.clock.now()}, quarantine_reason = 'zanzibar' where id = ${fact}::uuid`);

  const pages = await crawl(
    board,
    ['/search?q=engines', `/facts/${backed}`, `/facts/${first}`],
    isContentPath,
  );
  const hiddenPages = [await visit(board, `GET /posts/${post}`), await visit(board, `GET /facts/${fact}`)];
  const search = await visit(board, 'GET /search?q=zanzibar');

  const findPathsWithText = (all: typeof pages) =>
    [...all].filter(([, { text }]) => text.includes('zanzibar')).map(([at]) => at);
  expect(findPathsWithText(before).length).toBeGreaterThan(3);
  expect(findPathsWithText(pages)).toEqual([]);
  expect([...pages].filter(([, { status }]) => status !== 200)).toEqual([]);
  expect(hiddenPages.map(({ status, text }) => [status, text.includes('zanzibar')])).toEqual([
    [404, false],
    [404, false],
  ]);
  expect(parsePage(search.text).text).toContain('0 hits');
});
