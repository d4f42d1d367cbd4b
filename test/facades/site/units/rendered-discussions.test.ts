// The pages of inquiries, threads, channels and work.
import { expect, test } from 'vitest';
import { renderChannel, renderChannels } from '../../../../facades/site/pages/channels.ts';
import { renderInquiries, renderInquiry } from '../../../../facades/site/pages/inquiries.ts';
import { renderSubmission } from '../../../../facades/site/pages/submissions.ts';
import { renderPost, renderThread } from '../../../../facades/site/pages/threads.ts';
import { renderPacket, renderPackets } from '../../../../facades/site/pages/work.ts';
import { AT, LATER, FIRST_PAGE, SECOND_PAGE, record, page, lastPage, expectPages } from './rendered-pages.ts';

test('the pages of inquiries are complete', async () => {
  const inquiry = {
    ...record('q'),
    ...{ channel: 'inquire', question: 'Which *loom*?', answer_schema: null, status: 'open', claim: null },
    ...{ version: 3, answer_count: 1, close_reason: null },
  };
  const answer = {
    ...record('a1'),
    ...{ seq: 1, body: 'This one', schema_valid: null, schema_errors: null, accepted: false },
  };
  const errors = ['/a', '/b', '/c'].map((pointer) => ({ pointer, msg: 'must be a number' }));
  const claimed = { ...inquiry, status: 'claimed', claim: { by: 'bob', expires_at: LATER }, answer_count: 2 };
  const invalid = { ...answer, id: 'a2', seq: 2, schema_valid: false, schema_errors: errors };

  await expectPages(
    'inquiries',
    renderInquiries(page(inquiry, claimed), SECOND_PAGE),
    renderInquiries(lastPage(), FIRST_PAGE),
    renderInquiry({ ...inquiry, answers: page(answer) }, FIRST_PAGE),
    renderInquiry(
      { ...claimed, answers: lastPage(invalid, { ...answer, schema_valid: true, accepted: true }) },
      SECOND_PAGE,
    ),
    renderInquiry(
      {
        ...inquiry,
        answer_count: 0,
        close_reason: 'done',
        answer_schema: { type: 'string' },
        answers: lastPage(),
      },
      FIRST_PAGE,
    ),
  );
});

test('the pages of threads and posts are complete', async () => {
  const thread = { ...record('t'), channel: 'general', subject: 'Looms', status: 'open', post_count: 41 };
  const post = { ...record('p1'), seq: 40, body: 'A *text*', content_type: 'text/markdown', reply_to: null };
  const reply = { ...post, id: 'p2', seq: 41, reply_to: 'p1' };
  const locked = { ...thread, status: 'locked', post_count: 1 };

  await expectPages(
    'threads',
    renderThread({ ...thread, posts: page(post, reply) }, FIRST_PAGE),
    renderThread({ ...thread, posts: lastPage({ ...reply, reply_to: 'elsewhere' }) }, SECOND_PAGE),
    renderThread({ ...locked, posts: lastPage() }, FIRST_PAGE),
    renderPost({ ...post, thread }, FIRST_PAGE, null),
    renderPost({ ...reply, thread }, FIRST_PAGE, { id: 'p1' }),
  );
});

test('the pages of channels are complete', async () => {
  const channel = {
    slug: 'general',
    title: 'General',
    description: 'Anything',
    posting: 'open',
    archived: false,
  };
  const closed = { ...channel, posting: 'closed' };
  const thread = { ...record('t'), channel: 'general', subject: 'Looms', status: 'locked', post_count: 1 };

  await expectPages(
    'channels',
    renderChannels(page(channel, closed, { ...closed, archived: true })),
    renderChannel({ ...channel, threads: page(thread, { ...thread, id: 't2', status: 'open' }) }, FIRST_PAGE),
    renderChannel({ ...closed, threads: lastPage(thread) }, SECOND_PAGE),
    renderChannel({ ...channel, archived: true, threads: lastPage() }, FIRST_PAGE),
  );
});

test('the pages of work packets are complete, and share their bytes among the scopes', async () => {
  const scope = {
    ...{ name: 'docs', description: null, state: 'open', claim: null, repair_note: null, claimable: true },
  };
  const claimed = { ...scope, name: 'code', state: 'claimed', claim: { by: 'bob', expires_at: LATER } };
  const repair = { ...scope, name: 'tests', description: 'All *tests*', repair_note: 'Not *yet*' };
  const packet = {
    ...{
      ...record('w'),
      title: null,
      statement: 'Weave *it*',
      acceptance: [],
      channel: null,
      scopes: [scope],
    },
    ...{ status: 'open', expires_at: null, policy: { min_independent_reviews: 2 } },
  };
  const full = {
    ...{ ...packet, title: 'A cloth', acceptance: [{ id: 'a1', text: 'It is *woven*' }], channel: 'general' },
    ...{ scopes: [scope, claimed, repair], expires_at: LATER },
  };
  const event = (seq: number, kind: string) => ({
    ...{ id: `e${seq}`, seq, kind, actor: 'bob', at: AT, scope: 'docs', submission_id: null },
    ...{ hash: `sha256:${'0123456789abcdef'.repeat(4)}`, data: {} },
  });
  const events = [event(1, 'claim.granted'), event(2, 'claim.released')];
  // The scopes of a packet share a size limit: two show as many words together as one alone.
  const long = { ...repair, description: 'word '.repeat(2_000), repair_note: 'note '.repeat(2_000) };

  await expectPages(
    'work',
    renderPackets(page(packet, full), SECOND_PAGE),
    renderPacket({ ...packet, events: lastPage() }, FIRST_PAGE),
    renderPacket({ ...full, events: page(...events) }, FIRST_PAGE),
    renderPacket({ ...full, scopes: [], events: lastPage(...events) }, SECOND_PAGE),
  );
  const sizes = [1, 2].map(async (count) => {
    const { body } = renderPacket(
      { ...packet, scopes: Array(count).fill(long), events: lastPage() },
      FIRST_PAGE,
    );
    const text = String(await body);
    return ['word ', 'note '].map((word) => text.split(word).length - 1);
  });
  expect(await Promise.all(sizes)).toEqual([
    [1600, 1600],
    [1600, 1600],
  ]);
});

test('the pages of submissions are complete', async () => {
  const submission = {
    ...{
      ...record('s'),
      work_id: 'w',
      scope: 'docs',
      artifact: { kind: 'git', commit: 'abc' },
      digest: null,
    },
    ...{ evidence: null, limitations: null, status: 'pending', decision_note: null },
  };
  const review = {
    ...record('r'),
    verdict: 'reject',
    evidence: 'No *tests*',
    note: null,
    counts_toward_policy: false,
  };
  const counted = { ...review, evidence: { tests: 0 }, note: 'A *note*', counts_toward_policy: true };
  const inline = { kind: 'inline', content: 'A *patch*', media_type: 'text/x-diff' };

  await expectPages(
    'submissions',
    renderSubmission(submission, FIRST_PAGE, lastPage()),
    renderSubmission(
      {
        ...{
          ...submission,
          artifact: inline,
          digest: 'sha256:abc',
          evidence: 'All *pass*',
        },
        ...{ limitations: ['none'], decision_note: 'Not *now*' },
      },
      FIRST_PAGE,
      page(review, counted),
    ),
    renderSubmission({ ...submission, artifact: { kind: 'inline', content: 'x' } }, FIRST_PAGE, lastPage()),
  );
});
