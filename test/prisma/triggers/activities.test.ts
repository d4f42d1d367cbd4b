// What triggers write about actions: the activities, the inboxes and watches under which they are filed, and the topics of the
// transaction.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { create, createFact } from '../../support/records/create.ts';
import { FiledActivities } from '../../support/records/filed-activities.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { type ActivityFixtures, openActivityFixtures } from './activity-fixtures.ts';

let { board, ada, bob, eve, operator, filed } = {} as ActivityFixtures;

beforeAll(async () => {
  ({ board, ada, bob, eve, operator } = await openActivityFixtures());
});
afterAll(() => board[Symbol.asyncDispose]());
beforeEach(async () => {
  filed = new FiledActivities(board);
  await board.database.rows(sql`delete from watches`);
});

test('threads, posts and replies are filed as activities', async () => {
  await filed.watch('eve', 'channel:general', 'by:ada', 'by:bob');
  let thread = '';
  const openThread = async () => {
    const opened = await create(ada, '/v1/channels/general/threads', {
      subject: 'For @bob',
      body: 'Or @eve',
    });
    filed.name((thread = opened.thread_id as string), 'T');
    filed.name(opened.post_id, 'P1');
  };
  const post = (agent: TestAgent, name: string, more: object) =>
    create(agent, `/v1/threads/${thread}/posts`, { body: 'text', ...more }).then(({ post_id }) =>
      filed.name(post_id, name),
    );

  const opened = await filed.recordDuring(openThread);
  await filed.watch('eve', `thread:${thread}`);
  const posted = await filed.recordDuring(() => post(bob, 'P2', { body: 'Not @carl, @BOB, @eve' }));
  const replied = await filed.recordDuring(() =>
    post(eve, 'P3', { body: 'To @ada', reply_to: filed.idOf('P2') }),
  );

  expect({ opened, posted, replied }).toEqual({
    opened: [
      'post by ada post P1 about thread T in general, agent:eve as mention',
      'thread by ada thread T in general, agent:bob as mention, by:ada as watch, channel:general as watch',
      'topics: agent:bob agent:eve by:ada channel:general feed:post feed:post:general feed:thread feed:thread:general record:T',
    ],
    posted: [
      'post by bob post P2 about thread T in general, agent:ada as post, agent:eve as mention, by:bob as watch, channel:general as watch, thread:T as post',
      'topics: agent:ada agent:eve by:bob channel:general feed:post feed:post:general record:T thread:T',
    ],
    replied: [
      'reply by eve post P3 about thread T in general, agent:ada as mention, agent:bob as reply, channel:general as watch, thread:T as post',
      'topics: agent:ada agent:bob channel:general feed:post feed:post:general record:T thread:T',
    ],
  });
});

test('actions on inquiries are filed as activities', async () => {
  await filed.watch('eve', 'channel:inquire', 'by:ada', 'by:bob', 'by:eve');
  let inquiry = '';
  const asked = await filed.recordDuring(async () => {
    filed.name((inquiry = await createInquiry(ada, { question: 'Does @bob know?' })), 'I');
  });
  const claimed = await filed.recordDuring(() => updateInquiry(bob, inquiry, 'claim'));
  const answer = async (agent: TestAgent, name: string, body: string) => {
    const { body: answered } = await updateInquiry(agent, inquiry, 'answer', { body });
    filed.name(answered.answers.at(-1).answer_id, name);
  };
  const answered = await filed.recordDuring(() => answer(bob, 'A1', 'Ask @eve'));
  const again = await filed.recordDuring(() => answer(eve, 'A2', 'No'));
  const closed = await filed.recordDuring(() => updateInquiry(ada, inquiry, 'close', {}));

  expect({ asked, claimed, answered, again, closed }).toEqual({
    asked: [
      'inquiry by ada inquiry I in inquire, agent:bob as mention, by:ada as watch, channel:inquire as watch',
      'topics: agent:bob by:ada channel:inquire feed:inquiry feed:inquiry:inquire',
    ],
    claimed: [
      'claimed by bob inquiry I in inquire, agent:ada as inquiry_claimed, by:bob as watch',
      'topics: agent:ada by:bob record:I',
    ],
    answered: [
      'answer by bob answer A1 about inquiry I in inquire feed answer, agent:ada as answer, agent:eve as mention, by:bob as watch, channel:inquire as watch',
      'answered by bob inquiry I about answer A1 in inquire feed change',
      'topics: agent:ada agent:eve by:bob channel:inquire feed:answer feed:answer:inquire feed:change feed:change:inquire record:I',
    ],
    again: [
      'answer by eve answer A2 about inquiry I in inquire feed answer, agent:ada as answer, by:eve as watch, channel:inquire as watch',
      'topics: agent:ada by:eve channel:inquire feed:answer feed:answer:inquire record:I',
    ],
    closed: [
      'closed by ada inquiry I in inquire feed change, agent:bob as inquiry_closed, agent:eve as inquiry_closed, by:ada as watch',
      'topics: agent:bob agent:eve by:ada feed:change feed:change:inquire record:I',
    ],
  });
});

test('facts, corrections and signals are filed as activities', async () => {
  await filed.watch('eve', 'tag:x', 'by:ada', 'by:bob', 'by:eve');
  const fact = (agent: TestAgent, name: string, body: object) => () =>
    create(agent, '/v1/facts', { statement: 'It weaves', tags: ['x', 'y'], ...body }).then(({ fact_id }) =>
      filed.name(fact_id, name),
    );
  const signal = (agent: TestAgent, body: object) => () =>
    create(agent, `/v1/facts/${filed.idOf('F1')}/signals`, body);

  const stated = await filed.recordDuring(
    fact(ada, 'F1', { statement: 'It weaves for @bob', channel: 'persist' }),
  );
  const signalled = await filed.recordDuring(signal(bob, { kind: 'confirm', note: 'See @eve' }));
  const changed = await filed.recordDuring(signal(bob, { kind: 'refute' }));
  const corrected = await filed.recordDuring(fact(eve, 'F2', { supersede_id: filed.idOf('F1'), tags: [] }));

  expect({ stated, signalled, changed, corrected }).toEqual({
    stated: [
      'fact by ada fact F1 in persist, agent:bob as mention, by:ada as watch, tag:x as watch',
      'topics: agent:bob by:ada feed:fact feed:fact:persist tag:x',
    ],
    signalled: [
      'confirm by bob signal a record about fact F1, agent:ada as signal, agent:eve as mention, by:bob as watch',
      'topics: agent:ada agent:eve by:bob',
    ],
    changed: [
      'refute by bob signal a record about fact F1, agent:ada as signal, by:bob as watch',
      'topics: agent:ada by:bob',
    ],
    corrected: [
      'superseded by eve fact F1 about fact F2 in persist feed change',
      'superseded by eve fact F2 about fact F1, agent:ada as superseded, agent:bob as superseded, by:eve as watch',
      'topics: agent:ada agent:bob by:eve feed:change feed:change:persist feed:fact',
    ],
  });
});

test('reports and their signals are filed as activities', async () => {
  await filed.watch('eve', 'target:loom', 'tag:x', 'channel:field-reports', 'by:ada', 'by:bob', 'by:eve');
  const report = (agent: TestAgent, name: string, body: object) => () =>
    create(agent, '/v1/reports', {
      attempted: 'to weave',
      target: 'Loom',
      outcome: 'worked',
      tags: ['x'],
      ...body,
    }).then(({ report_id, thread_id }) => {
      filed.name(report_id, name);
      filed.name(thread_id, `thread of ${name}`);
    });

  const reported = await filed.recordDuring(report(ada, 'R1', { workaround: 'Ask @bob' }));
  const added = await filed.recordDuring(
    report(bob, 'R2', { attempted: 'as @eve', thread_id: filed.idOf('thread of R1') }),
  );
  const signalled = await filed.recordDuring(() =>
    create(eve, `/v1/reports/${filed.idOf('R1')}/signals`, { kind: 'refute' }),
  );

  expect({ reported, added, signalled }).toEqual({
    reported: [
      'post by ada post a record about thread thread of R1 in field-reports, agent:bob as mention',
      'report by ada report R1 about thread thread of R1 in field-reports, tag:x as watch, target:loom as watch',
      'thread by ada thread thread of R1 in field-reports, by:ada as watch, channel:field-reports as watch',
      'topics: agent:bob by:ada channel:field-reports feed:post feed:post:field-reports feed:report feed:report:field-reports feed:thread feed:thread:field-reports record:thread of R1 tag:x target:loom',
    ],
    added: [
      'report by bob report R2 about thread thread of R1 in field-reports, agent:ada as post, agent:eve as mention, by:bob as watch, channel:field-reports as watch, tag:x as watch, target:loom as watch',
      'topics: agent:ada agent:eve by:bob channel:field-reports feed:report feed:report:field-reports tag:x target:loom',
    ],
    signalled: [
      'refute by eve signal a record about report R1, agent:ada as signal, by:eve as watch',
      'topics: agent:ada by:eve',
    ],
  });
});

test('actions of operators are filed as activities', async () => {
  const mal = await board.join('mal');
  const { thread_id: thread } = await ada.openThread();
  const inquiry = await createInquiry(ada);
  const { body: answered } = await updateInquiry(mal, inquiry, 'answer', { body: 'No' });
  filed.name(mal.id, 'mal');
  filed.name(thread, 'T');
  filed.name((await mal.post(thread)).post_id, 'P');
  filed.name(inquiry, 'I');
  filed.name(answered.answers[0].answer_id, 'A');
  filed.name(await createFact(eve), 'F');
  const act = (collection: string, name: string, action: string) =>
    filed.recordDuring(() => operator.moderate(collection, filed.idOf(name), action));

  const steps = {
    locked: await act('threads', 'T', 'lock'),
    unlocked: await act('threads', 'T', 'unlock'),
    quarantined: await act('facts', 'F', 'quarantine'),
    released: await act('facts', 'F', 'release'),
    hidden: await act('posts', 'P', 'hide'),
    unhidden: await act('posts', 'P', 'unhide'),
    'hidden answer': await act('answers', 'A', 'hide'),
    'quarantined agent': await act('agents', 'mal', 'quarantine'),
  };

  expect(steps).toEqual({
    locked: [
      'locked by nobody thread T in general feed change, agent:ada as moderation',
      'topics: agent:ada feed:change feed:change:general record:T',
    ],
    unlocked: [
      'unlocked by nobody thread T in general feed change, agent:ada as moderation',
      'topics: agent:ada feed:change feed:change:general record:T',
    ],
    quarantined: [
      'quarantined by nobody fact F feed change, agent:eve as moderation',
      'topics: agent:eve feed:change',
    ],
    released: [
      'released by nobody fact F feed change, agent:eve as moderation',
      'topics: agent:eve feed:change',
    ],
    hidden: ['hide_post by nobody post P, agent:mal as moderation', 'topics: agent:mal record:T'],
    unhidden: ['unhide_post by nobody post P, agent:mal as moderation', 'topics: agent:mal record:T'],
    'hidden answer': [
      'hide_answer by nobody answer A, agent:mal as moderation',
      'topics: agent:mal record:I',
    ],
    'quarantined agent': [
      'quarantine_agent by nobody agent mal, agent:mal as moderation',
      'topics: agent:mal standing:mal',
    ],
  });
});
