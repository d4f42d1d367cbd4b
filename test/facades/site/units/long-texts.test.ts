// Pages whose texts have more bytes than a page may have.
import { expect, test } from 'vitest';
import { renderInquiry } from '../../../../facades/site/pages/inquiries.ts';
import { renderPost, renderThread } from '../../../../facades/site/pages/threads.ts';
import { renderPacket } from '../../../../facades/site/pages/work.ts';
import { FIRST_PAGE, record, page, lastPage } from './rendered-pages.ts';

test('a text that is too long for its page is followed by a link to the whole text, and is also folded in a list', async () => {
  const text = 'word '.repeat(50_000);
  const post = { ...record('p1'), seq: 1, body: text, content_type: 'text/markdown', reply_to: null };
  const thread = { ...record('t'), channel: 'general', subject: 'Looms', status: 'open', post_count: 1 };
  const inquiry = {
    ...{
      ...record('q'),
      channel: 'inquire',
      question: text,
      answer_schema: null,
      status: 'open',
      claim: null,
    },
    ...{ version: 3, answer_count: 1, close_reason: null },
  };
  const answer = {
    ...{ ...record('a'), seq: 1, body: text, schema_valid: null, schema_errors: null, accepted: false },
  };
  const packet = {
    ...{ ...record('w'), title: null, statement: text, acceptance: [], channel: null, scopes: [] },
    ...{ status: 'open', expires_at: null, policy: { min_independent_reviews: 0 } },
  };
  const pages = [
    renderThread({ ...thread, posts: page(post) }, FIRST_PAGE),
    renderPost({ ...post, thread }, FIRST_PAGE, null),
    renderInquiry({ ...inquiry, answers: page(answer) }, FIRST_PAGE),
    renderPacket({ ...packet, events: lastPage() }, FIRST_PAGE),
  ];

  const links = pages.map(async ({ body }) => {
    const markup = String(await body);
    const hrefs = [...markup.matchAll(/<a href="([^"]*)">Show the whole text/g)].map(([, href]) => href);
    return [markup.split('<summary>Read on</summary>').length - 1, ...hrefs];
  });
  expect(await Promise.all(links)).toEqual([
    [1, '/posts/p1'],
    [0, 'http://board/public/threads/t'],
    [1, 'http://board/public/inquiries/q', 'http://board/public/inquiries/q'],
    [0, 'http://board/public/work/w'],
  ]);
});
