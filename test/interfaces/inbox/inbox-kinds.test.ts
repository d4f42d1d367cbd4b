// The kinds of items except `webhook`: their causes and their readers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remindOfClaims } from '../../../schema/inbox/housekeeping.ts';
import { saveExpiredPackets } from '../../../src/background/expired-packets.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import {
  createOperatorClient,
  openBoardWithoutOperatorLimit,
  type Operator,
} from '../../support/board/operator.ts';
import { readInbox, readInboxPage } from '../../support/records/inbox.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';
import { create } from '../../support/records/create.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;
let operator: Operator;
beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
  operator = createOperatorClient(board);
});
afterAll(() => board[Symbol.asyncDispose]());

/** The start of the test. Each test starts an hour after the previous one, so that it reads no items of earlier tests. */
let since: string;
beforeEach(() => {
  board.clock.advance({ hours: 1 });
  since = board.clock.now().toISOString();
});

const readPage = (agent: TestAgent, query = `since=${since}`) => readInboxPage(agent, query);
const read = (agent: TestAgent, query = `since=${since}`) => readInbox(agent, query);

const reply = (agent: TestAgent, thread: string, reply_to: string) =>
  create(agent, `/v1/threads/${thread}/posts`, { body: 'a reply', reply_to });

describe('the inbox has', () => {
  test('a claim of the agent’s inquiry and an answer to it, and the closing of an inquiry that the agent answered', async () => {
    const id = await createInquiry(ada);
    await updateInquiry(bob, id, 'claim');
    board.clock.advance({ seconds: 1 });
    await updateInquiry(bob, id, 'claim');
    await updateInquiry(bob, id, 'answer', { body: 'The loom' });
    board.clock.advance({ seconds: 1 });
    await updateInquiry(eve, id, 'claim');
    await updateInquiry(ada, id, 'close');

    expect(await read(ada)).toEqual(['inquiry_claimed inquiry by bob', 'answer answer by bob']);
    expect(await read(bob)).toEqual(['inquiry_closed inquiry by ada']);
    expect((await readPage(ada)).items[1]).toMatchObject({
      at: new Date(board.clock.now().getTime() - 1000).toISOString(),
      event: 'answer',
      about: { type: 'inquiry', id, path: `/public/inquiries/${id}` },
      excerpt: 'The loom',
    });
  });

  test('the closing of the agent’s inquiry by the operator', async () => {
    const id = await createInquiry(ada);
    await operator.call(`POST /v1/inquiries/${id}/close`, { body: {} });

    expect(await read(ada)).toEqual(['inquiry_closed inquiry by nobody']);
  });

  test('a reply to the agent’s post, and a post in the agent’s thread, each once', async () => {
    const { thread_id: thread } = await ada.openThread();
    const { post_id: post } = await bob.post(thread);
    board.clock.advance({ seconds: 1 });
    await reply(eve, thread, post);

    expect(await read(ada)).toEqual(['post post by bob', 'post post by eve']);
    expect(await read(bob)).toEqual(['reply post by eve']);
    expect(await read(eve)).toEqual([]);
  });

  test('mentions in any text and letter case, but not e-mail addresses, paths, longer names or mentions by the agent', async () => {
    const { thread_id: thread } = await ada.openThread('For @BOB and you@eve', 'general', 'Hi @ada.');
    board.clock.advance({ seconds: 1 });
    await create(ada, '/v1/facts', { statement: '@bob, @bob, @eve.So, a/@eve and @nobody know' });
    board.clock.advance({ seconds: 1 });
    await createInquiry(ada, { question: '(@bob): why?' });
    board.clock.advance({ seconds: 1 });
    await bob.post(thread, 'Ask @ada and @eve.');

    expect(await read(bob)).toEqual([
      'mention thread by ada',
      'mention fact by ada',
      'mention inquiry by ada',
    ]);
    // Ada also opened the thread: the kind `mention` takes precedence over `post`.
    expect(await read(ada)).toEqual(['mention post by bob']);
    expect(await read(eve)).toEqual(['mention post by bob']);
  });

  test('no mentions after the 200th @ of a text', async () => {
    const text = (before: number): string => `${'@ '.repeat(before)}@bob`;
    await create(ada, '/v1/facts', { statement: text(200) });
    expect(await read(bob)).toEqual([]);

    await create(ada, '/v1/facts', { statement: text(199) });

    expect(await read(bob)).toEqual(['mention fact by ada']);
  });

  test('signals on the agent’s facts, and corrections of facts that the agent wrote or signalled', async () => {
    const { fact_id: fact } = await create(ada, '/v1/facts', { statement: 'Looms weave.' });
    await create(bob, `/v1/facts/${fact}/signals`, { kind: 'confirm' });
    board.clock.advance({ seconds: 1 });
    await create(bob, `/v1/facts/${fact}/signals`, { kind: 'confirm' });
    await create(bob, `/v1/facts/${fact}/signals`, { kind: 'refute' });
    board.clock.advance({ seconds: 1 });
    await create(eve, '/v1/facts', { statement: 'Looms sing.', supersede_id: fact });

    const { items } = await readPage(ada);
    expect(items.map(({ kind, event }: Body) => `${kind} ${event}`)).toEqual([
      'signal confirm',
      'signal refute',
      'superseded superseded',
    ]);
    expect(items[2]).toMatchObject({ about: { type: 'fact', id: fact }, excerpt: 'Looms sing.' });
    expect(await read(bob)).toEqual(['superseded fact by eve']);
  });

  test('each step of other agents in the agent’s work packet, and reviews and decisions that concern the agent’s submission', async () => {
    const { work_id } = await createWork(ada);
    const { submission_id } = await claimAndSubmit(bob, work_id);
    board.clock.advance({ seconds: 1 });
    await callWorkOrThrow(eve, 'review', { work_id, submission_id, verdict: 'approve', evidence: 'Read' });
    board.clock.advance({ seconds: 1 });
    await callWorkOrThrow(ada, 'dispose', { work_id, action: 'repair', submission_id, note: 'Mend it' });
    board.clock.advance({ seconds: 1 });
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    board.clock.advance({ seconds: 1 });
    await callWorkOrThrow(ada, 'dispose', { work_id, action: 'close' });

    expect((await read(ada)).toSorted()).toEqual([
      'review review by eve',
      'submission submission by bob',
      'work_claimed claim by bob',
      'work_claimed claim by bob',
    ]);
    expect(await read(bob)).toEqual([
      'review review by eve',
      'decision submission by ada',
      'decision work by ada',
    ]);
    expect((await readPage(bob)).items[1].excerpt).toBe('Mend it');
  });

  test('a reminder of a claim before it expires, and the expiration when it is stored', async () => {
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main', ttl_seconds: 1200 });
    const runTasks = async () => {
      await saveExpiredPackets(board.database, board.clock);
      await remindOfClaims(board.database, board.clock);
    };
    const { next_cursor: cursor } = await readPage(bob);
    for (const minutes of [9, 2, 2]) {
      board.clock.advance({ minutes });
      await runTasks();
    }

    const reminded = await readPage(bob, `cursor=${cursor}`);
    board.clock.advance({ minutes: 30 });
    await runTasks();
    await runTasks();

    expect(reminded.items).toMatchObject([{ kind: 'claim_expiring', record: { type: 'claim' } }]);
    expect(await read(bob, `cursor=${reminded.next_cursor}`)).toEqual(['claim_expired claim by nobody']);
    expect(await read(ada)).toEqual(['work_claimed claim by bob', 'claim_expired claim by nobody']);
  });

  test('an item about the expiration of a packet, for its creator and the agents that work on it', async () => {
    const { work_id } = await createWork(ada, {
      expires_at: new Date(board.clock.now().getTime() + 3_600_000),
    });
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main', ttl_seconds: 86_400 });
    board.clock.advance({ hours: 2 });
    await saveExpiredPackets(board.database, board.clock);

    expect(await read(bob, `since=${since}&kind=packet_expired`)).toEqual(['packet_expired work by nobody']);
    expect(await read(ada, `since=${since}&kind=packet_expired`)).toEqual(['packet_expired work by nobody']);
  });

  test('actions of the operator on the agent’s record and on the agent', async () => {
    const carl = await board.join('carl');
    const { thread_id: thread } = await carl.openThread();
    await operator.moderate('threads', thread, 'hide');
    board.clock.advance({ seconds: 1 });
    await operator.moderate('agents', carl.id, 'quarantine');

    const { items } = await readPage(carl);

    expect(items).toMatchObject([
      { kind: 'moderation', event: 'hide_thread', record: { type: 'thread', id: thread }, actor: null },
      { kind: 'moderation', event: 'quarantine_agent', record: null, actor: null },
    ]);
  });

  test('no item about a record while the record is hidden', async () => {
    const { thread_id: thread } = await ada.openThread();
    const { post_id: post } = await bob.post(thread);
    const shown = await read(ada);
    await operator.moderate('posts', post, 'hide');
    const hidden = await read(ada);
    await operator.moderate('posts', post, 'unhide');

    expect([shown, hidden, await read(ada)]).toEqual([['post post by bob'], [], ['post post by bob']]);
  });

  test('no item about a quarantined fact, except for its author', async () => {
    const { fact_id: fact } = await create(bob, '/v1/facts', { statement: 'As @ada says' });
    board.clock.advance({ seconds: 1 });
    await operator.moderate('facts', fact, 'quarantine');
    const quarantined = [await read(ada), await read(bob)];
    await operator.moderate('facts', fact, 'release');

    expect(quarantined).toEqual([[], ['moderation fact by nobody']]);
    expect(await read(ada)).toEqual(['mention fact by bob']);
  });

  test('a mention in a correction, also when the corrected fact is hidden', async () => {
    const { fact_id: wrong } = await create(eve, '/v1/facts', { statement: 'Wrong' });
    await create(eve, '/v1/facts', { statement: 'Right, @ada', supersede_id: wrong });
    await operator.moderate('facts', wrong, 'hide');

    expect(await read(ada)).toEqual(['mention fact by eve']);
  });
});

test('items name the watch that causes them', async () => {
  const fay = await board.join('fay');
  const { thread_id: thread } = await ada.openThread();
  const threadWatch = await create(fay, '/v1/agents/me/watches', { thread });
  board.clock.advance({ seconds: 1 });
  await create(fay, '/v1/agents/me/watches', { agent: 'bob' });
  await bob.post(thread);
  board.clock.advance({ seconds: 1 });
  await bob.post(thread, 'for @fay');

  const { items } = await readPage(fay);

  expect(items.map(({ kind, watch: cause }: Body) => [kind, cause])).toEqual([
    ['post', { id: threadWatch.watch_id, kind: 'thread', value: thread }],
    ['mention', null],
  ]);
});

describe('a watch', () => {
  const watch = (body: object) => create(eve, '/v1/agents/me/watches', body);

  test('gives an item the same kind whether or not the inbox is filtered', async () => {
    const { thread_id: thread } = await ada.openThread();
    const watched: string[] = [];
    for (const topic of [{ channel: 'general' }, { agent: 'bob' }, { thread }]) {
      watched.push((await watch(topic)).watch_id);
      board.clock.advance({ seconds: 1 });
    }
    since = board.clock.now().toISOString();
    const { thread_id: opened } = await bob.openThread();
    board.clock.advance({ seconds: 1 });
    await bob.post(thread);
    board.clock.advance({ seconds: 1 });
    await ada.openThread('For @eve');

    const pages = await Promise.all(
      ['', '&kind=watch', '&kind=post', '&kind=mention,post'].map((kinds) =>
        readPage(eve, `since=${since}${kinds}`),
      ),
    );
    for (const id of watched) await eve.call(`DELETE /v1/agents/me/watches/${id}`);

    const [all, ...filtered] = pages.map(({ items }) => items as Body[]);
    expect(
      all?.map(({ kind, record, watch: found }) => [kind, record.id === opened, found?.kind ?? null]),
    ).toEqual([
      ['watch', true, 'channel'],
      ['post', false, 'thread'],
      ['mention', false, null],
    ]);
    expect(filtered).toEqual([[all?.[0]], [all?.[1]], [all?.[1], all?.[2]]]);
  });

  test('is a node for its agent only', async () => {
    const { watch_id: id } = await watch({ tag: 'own' });
    const find = async (agent: TestAgent) =>
      (await agent.graphql(`{ node(id: "${id}") { id ... on Watch { kind value } } }`)).body.data.node;

    const found = [await find(eve), await find(ada)];
    await eve.call(`DELETE /v1/agents/me/watches/${id}`);

    expect(found).toEqual([{ id, kind: 'tag', value: 'own' }, null]);
  });
});
