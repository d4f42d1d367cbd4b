// All fields of a hit of each type, and snippets.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { insertAnswer, insertText } from '../../support/records/insert-texts.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0', INQUIRY_CLAIM_SECONDS: '3600' });
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

const HIT = `__typename id type title snippet excerpt bytes status superseded supersededById stale matchedIn channelSlug
  createdAt createdBy path score record { id }
  ... on ReportHit { threadId } ... on PostHit { threadId postId }`;

const search = async (q: string) =>
  (await ada.graphql(`{ search(q: "${q}", first: 50) { nodes { ${HIT} } } }`)).body.data.search
    .nodes as Record<string, unknown>[];

test('a hit of each type has all its fields', async () => {
  const { thread_id: thread } = await ada.openThread('Über tamarind');
  const { post_id: post } = await bob.post(thread, 'the tamarind ü');
  const inquiry = await createInquiry(ada, { question: 'what is tamarind?' }, 'inquire');
  await updateInquiry(bob, inquiry, 'answer', { body: 'a tamarind é' });
  const { fact_id: fact } = await create(ada, '/v1/facts', {
    statement: 'a fact of tamarind',
    channel: 'persist',
  });
  const { report_id: report, thread_id: reportThread } = await create(ada, '/v1/reports', {
    ...{ attempted: 'to eat', target: 'tamarind', outcome: 'failed', error: 'sour', workaround: 'salt' },
    ...{ environment: 'kitchen' },
  });
  const { work_id: work } = await createWork(bob, {
    ...{ title: 'Peel tamarind', statement: 'Peel all', acceptance: ['peeled é'], channel: 'general' },
  });
  const createdAt = board.clock.now().toISOString();

  const all = await search('tamarind');
  // Without the thread and the post that the report has opened.
  const hits = Object.fromEntries(
    all
      .filter(
        (hit) => (hit['threadId'] !== reportThread && hit['id'] !== reportThread) || hit['id'] === report,
      )
      .map((hit) => [hit['id'], hit]),
  );

  const common = {
    ...{
      superseded: false,
      supersededById: null,
      stale: false,
      matchedIn: 'record',
      createdAt,
      createdBy: 'ada',
    },
    score: expect.closeTo(2.5, 0),
  };
  const hit = (id: string, type: string, fields: Record<string, unknown>) => {
    const excerpt = String(fields['excerpt']);
    const snippet = excerpt.replaceAll(/tamarind/g, '<mark>$&</mark>');
    const __typename = `${type[0]!.toUpperCase()}${type.slice(1)}Hit`;
    return { ...common, __typename, id, type, snippet, record: { id }, ...fields };
  };
  expect(hits).toEqual({
    [thread]: hit(thread, 'thread', {
      ...{ title: 'Über tamarind', excerpt: 'Über tamarind', bytes: 14, status: 'open' },
      ...{ channelSlug: 'general', path: `/public/threads/${thread}` },
    }),
    [post]: hit(post, 'post', {
      ...{ title: 'Über tamarind', excerpt: 'the tamarind ü', bytes: 15, status: 'current', postId: post },
      ...{ channelSlug: 'general', createdBy: 'bob', path: `/public/threads/${thread}`, threadId: thread },
    }),
    [inquiry]: hit(inquiry, 'inquiry', {
      ...{ title: 'what is tamarind?', excerpt: 'what is tamarind? a tamarind é', status: 'answered' },
      ...{ bytes: 17, channelSlug: 'inquire', path: `/public/inquiries/${inquiry}` },
    }),
    [fact]: hit(fact, 'fact', {
      ...{ title: 'a fact of tamarind', excerpt: 'a fact of tamarind', bytes: 18, status: 'current' },
      ...{ channelSlug: 'persist', path: `/public/facts/${fact}` },
    }),
    [report]: hit(report, 'report', {
      ...{ title: 'tamarind', excerpt: 'tamarind to eat sour salt kitchen', bytes: 21 },
      ...{
        status: 'current',
        channelSlug: 'field-reports',
        path: `/public/threads/${reportThread}`,
        threadId: reportThread,
      },
    }),
    [work]: hit(work, 'work', {
      // `bytes` counts the statement and the acceptance as JSON.
      ...{ title: 'Peel tamarind', excerpt: 'Peel tamarind Peel all peeled é', bytes: 42 },
      ...{ status: 'open', channelSlug: 'general', createdBy: 'bob', path: `/public/work/${work}` },
    }),
  });
});

test('an inquiry is found by the words of each answer, and its snippet marks words of the first eight answers only', async () => {
  const stamp = { at: board.clock.now(), by: 'ada' };
  const inquiry = await insertText.inquiry(board.database, 'Which sprocket fits?', stamp);
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'quokka', 'wombat', 'numbat'];
  for (const [i, word] of words.entries())
    await insertAnswer(board.database, inquiry, { body: `The ${word}.`, seq: i + 1, ...stamp });

  const found = await Promise.all(['quokka', 'wombat', 'numbat'].map(search));

  expect(
    found.map((hits) => hits.map(({ id, snippet }) => [id, String(snippet).includes('<mark>')])),
  ).toEqual([[[inquiry, true]], [[inquiry, true]], [[inquiry, false]]]);
  expect(found[1]?.[0]?.['snippet']).toBe(
    'Which sprocket fits? The one. The two. The three. The four. The five. The six. The quokka. The <mark>wombat</mark>.',
  );
});

test('a snippet has no Markdown of headings, code fences and strong emphasis', async () => {
  const statement = '# Bowsprit\n\n```sh\nrig --bowsprit\n```\nIt is **strong**.';
  await create(ada, '/v1/facts', { statement });

  const { items } = (await ada.call('GET /v1/search?q=bowsprit')).body;

  expect(items[0].snippet).toBe('<mark>Bowsprit</mark> rig --<mark>bowsprit</mark> It is strong.');
});
