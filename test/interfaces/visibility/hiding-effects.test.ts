// Effects of hiding and unhiding on versions, search and replays, also for large records.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { showAllPendingEntries } from '../../../src/background/housekeeping.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import { createInquiry, updateInquiry, updateInquiryOnce } from '../../support/records/inquiries.ts';
import {
  callWork,
  claimAndSubmit,
  createWork,
  callWorkOrThrow,
  readEvents,
} from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const hideAndUnhide = async (collection: string, id: string): Promise<number[]> => {
  const hidden = await operator.moderate(collection, id, 'hide');
  const shown = await operator.moderate(collection, id, 'unhide');
  return [hidden.status, shown.status];
};

describe('a work packet', () => {
  test('accepts a submission under an earlier claim after it was hidden and unhidden', async () => {
    const { work_id, version } = await createWork(ada);
    const { claim_id, fence } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });

    await hideAndUnhide('work', work_id);
    const submitted = await callWork('rest', bob, 'submit', {
      work_id,
      claim_id,
      fence,
      version,
      artifact: 'a patch',
      evidence: 'tests pass',
    });

    expect(submitted.code).toBeNull();
    expect((await readEvents(board, work_id)).map((event) => event.version)).toEqual([1, 1, 1]);
  });

  test('has a different entity tag for its creator while it is hidden', async () => {
    const { work_id } = await createWork(ada);
    const readEtag = async () => (await ada.call(`GET /v1/work/${work_id}`)).headers.get('etag');
    const before = await readEtag();
    await operator.moderate('work', work_id, 'hide');
    const during = await readEtag();
    await operator.moderate('work', work_id, 'unhide');

    expect(before).not.toBeNull();
    expect(during).not.toBe(before);
    expect(await readEtag()).toBe(before);
  });
});

/** Inserts posts into a thread, all by ada. */
const fillThread = (thread: string, { count, word }: { count: number; word: string }) =>
  board.database.rows(sql`
    insert into posts (id, thread_id, seq, body, created_by, via, created_at)
    select gen_random_uuid(), ${thread}::uuid, 1 + n, ${word}, 'ada', 'rest', ${board.clock.now()}
    from generate_series(1, ${count}) n`);

describe('a thread with many posts', () => {
  const countFound = async (word: string): Promise<number> =>
    (await ada.call(`GET /v1/search?q=${word}`)).body.count;
  const countEntries = async (thread: string): Promise<number> => {
    const [row] = await board.database.rows<{ count: number }>(sql`
      select count(*)::int as count from entries join posts using (id)
      where thread_id = ${thread}::uuid and entries.visible`);
    return row?.count ?? -1;
  };

  test('is visible at once when unhidden, and its posts return to search in batches', async () => {
    const { thread_id: thread } = await ada.openThread('many', 'general', 'first');
    await fillThread(thread, { count: 200, word: 'quagga' });
    await hideAndUnhide('threads', thread);

    const [shown, searchable] = [
      (await bob.call(`GET /v1/threads/${thread}/posts?limit=50`)).body.length,
      await countEntries(thread),
    ];
    await showAllPendingEntries(board.database);

    expect(shown).toBe(50);
    // The transaction that unhides the thread shows the entries of the first 20 posts.
    expect(searchable).toBe(20);
    expect(await countEntries(thread)).toBe(201);
    expect(await countFound('quagga')).toBe(200);
  });

  test('that is hidden again before all its posts have returned to search stays out of search and counts', async () => {
    const readCounts = async () =>
      (
        await board.database.rows<{ counted: number; visible: number }>(sql`
          select (select sum(count) from entry_counts where type = 'post')::int as counted,
            (select count(*) from entries where type = 'post' and visible)::int as visible`)
      )[0];
    const { thread_id: thread } = await ada.openThread('again', 'general', 'first');
    await fillThread(thread, { count: 120, word: 'bluebuck' });
    await hideAndUnhide('threads', thread);
    await operator.moderate('threads', thread, 'hide');

    await showAllPendingEntries(board.database);
    const { counted, visible } = (await readCounts()) ?? {};

    expect(await countEntries(thread)).toBe(0);
    expect(counted).toBe(visible);
  });
});

test('an inquiry with hundreds of long answers can be hidden and unhidden', async () => {
  const inquiry = await createInquiry(ada);
  await board.database.rows(sql`
    insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
    select gen_random_uuid(), ${inquiry}::uuid, n, repeat('weave ', 3000), 'bob', 'rest', ${board.clock.now()}
    from generate_series(1, 600) n`);

  expect(await hideAndUnhide('inquiries', inquiry)).toEqual([200, 200]);
}, 60_000);

test('an answer that is hidden with its inquiry and separately stays out of search when the inquiry is unhidden', async () => {
  const find = async () => (await ada.call('GET /v1/search?q=huia')).text.includes(inquiry);
  const inquiry = await createInquiry(ada);
  await updateInquiry(bob, inquiry, 'answer', { body: 'a moa' });
  const { answers } = (await updateInquiry(bob, inquiry, 'answer', { body: 'a huia' })).body;
  const before = await find();
  await operator.moderate('inquiries', inquiry, 'hide');
  await operator.moderate('answers', answers[1].answer_id, 'hide');
  await operator.moderate('inquiries', inquiry, 'unhide');

  expect([before, await find()]).toEqual([true, false]);
});

describe('a replayed write', () => {
  const withKey = (name: string) => ({ 'Idempotency-Key': `${name}-replayed` });

  test('does not contain an accepted answer that was hidden since', async () => {
    const inquiry = await createInquiry(ada);
    const { answers } = (await updateInquiry(bob, inquiry, 'answer', { body: 'x' })).body;
    const close = () =>
      updateInquiryOnce(ada, inquiry, 'close', {
        key: 'close-replayed',
        body: { accepted_answer_id: answers[0].answer_id },
      });
    const first = await close();
    await operator.moderate('answers', answers[0].answer_id, 'hide');
    const second = await close();

    expect(first.body.accepted_answer_id).toBe(answers[0].answer_id);
    expect([second.headers.get('idempotency-replayed'), second.body.accepted_answer_id]).toEqual([
      'true',
      null,
    ]);
  });

  test('does not contain the id of the post that it replies to if that post was hidden since', async () => {
    const { thread_id: thread } = await ada.openThread('replied');
    const { post_id: post } = await ada.post(thread);
    const reply = () =>
      bob.call(`POST /v1/threads/${thread}/posts`, {
        body: { body: 'x', reply_to: post },
        headers: withKey('reply'),
      });
    const first = await reply();
    await operator.moderate('posts', post, 'hide');
    const second = await reply();

    expect(first.body.reply_to).toBe(post);
    expect([second.headers.get('idempotency-replayed'), second.body.reply_to]).toEqual(['true', null]);
  });

  test('does not contain a submission that was hidden since', async () => {
    const { work_id } = await createWork(ada, { scopes: ['a', 'b'] });
    const { submission_id } = await claimAndSubmit(bob, work_id, 'a');
    const dispose = () =>
      ada.call(`POST /v1/work/${work_id}/disposition`, {
        body: { action: 'accept', submission_id },
        headers: withKey('disposition'),
      });
    const first = await dispose();
    await operator.moderate('submissions', submission_id, 'hide');
    const second = await dispose();

    expect(first.body.scopes[0].submission_id).toBe(submission_id);
    expect([second.headers.get('idempotency-replayed'), second.body.scopes[0].submission_id]).toEqual([
      'true',
      null,
    ]);
  });
});

test('the author of a reply in a hidden thread does not see the id of the post that it replies to', async () => {
  const { thread_id: thread } = await ada.openThread('reply in hidden');
  const { post_id: post } = await ada.post(thread);
  const reply = await bob.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'x', reply_to: post } });
  const read = async () =>
    (await bob.graphql(`{ post(id: "${reply.body.post_id}") { replyToId } }`)).body.data.post;

  await operator.moderate('threads', thread, 'hide');
  const during = await read();
  await operator.moderate('threads', thread, 'unhide');

  expect([during, await read()]).toEqual([{ replyToId: null }, { replyToId: post }]);
});
