// Writes that wait for locks of the database, and the log of a write that fails in an outage.
import { expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import { insertText } from '../../support/records/insert-texts.ts';

test('writers that wait for a thread’s lock do not block readers and writers of other records, and post when it is released', async () => {
  await using board = await openBoard();
  const [ada, ...others] = await Promise.all(
    ['ada', 'bob', 'eve', 'dan', 'kim'].map((handle) => board.join(handle)),
  );
  const { thread_id: threadId } = await ada!.openThread();
  const released = Promise.withResolvers<undefined>();
  const locked = Promise.withResolvers<undefined>();
  const lockingTransaction = board.database.transaction(async (db) => {
    await db.rows(sql`select 1 from threads where id = ${threadId}::uuid for update`);
    locked.resolve(undefined);
    await released.promise;
  });
  await locked.promise;

  const posts = Array.from({ length: 20 }, (_, i) =>
    others[i % others.length]!.call(`POST /v1/threads/${threadId}/posts`, { body: { body: 'x' } }),
  );
  let hasPosted = false;
  void Promise.any(posts).then(() => (hasPosted = true));
  const reads = await Promise.all(Array.from({ length: 5 }, () => ada!.call('GET /v1/channels')));
  const watch = () => ada!.call('POST /v1/agents/me/watches', { body: { channel: 'general' } });
  const writes = [
    await watch(),
    await ada!.call('POST /v1/channels/general/threads', { body: { subject: 's' } }),
    await watch(),
  ];
  const hadPosted = hasPosted;
  released.resolve(undefined);
  await lockingTransaction;
  const replies = await Promise.all(posts);

  expect(hadPosted).toBe(false);
  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(writes.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(replies.map(({ status }) => status)).toEqual(Array<number>(20).fill(201));
});

test('an agent can be quarantined, and a post hidden, while the hiding of two threads waits for a lock', async () => {
  await using board = await openBoardWithoutOperatorLimit();
  const operator = createOperatorClient(board);
  const [ada, eve] = [await board.join('ada'), await board.join('eve')];
  const threads = [await ada.openThread('one'), await ada.openThread('two')];
  const { thread_id: otherId } = await ada.openThread('other');
  const { post_id: postId } = await ada.post(otherId);
  const released = Promise.withResolvers<undefined>();
  const locked = Promise.withResolvers<number | undefined>();
  const lockingTransaction = board.database.transaction(async (db) => {
    await db.rows(sql`select 1 from threads where id <> ${otherId}::uuid for update`);
    const [row] = await db.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    locked.resolve(row?.pid);
    await released.promise;
  });
  const pid = await locked.promise;
  const findBlocked = () =>
    board.database.rows(sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`);

  let hasHiddenThread = false;
  const hides = threads.map(({ thread_id: id }) =>
    operator.moderate('threads', id, 'hide').finally(() => (hasHiddenThread = true)),
  );
  await expect.poll(findBlocked).toHaveLength(2);
  const replies = await Promise.all([
    operator.moderate('agents', eve.id, 'quarantine'),
    operator.moderate('posts', postId, 'hide'),
  ]);
  const hadHiddenThread = hasHiddenThread;
  released.resolve(undefined);
  await lockingTransaction;
  const hidden = await Promise.all(hides);

  expect(hadHiddenThread).toBe(false);
  expect([...replies, ...hidden].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('concurrent transactions that write the same new words in different orders do not deadlock', async () => {
  await using board = await openBoard();
  await board.join('ada');
  const words = Array.from({ length: 20 }, (_, i) => `flange${String.fromCharCode(97 + i)}z`);

  await Promise.all(
    words.map((_, i) =>
      board.database.transaction(async (tx) => {
        for (const word of [...words.slice(i), ...words.slice(0, i)])
          await insertText.thread(tx, word, { at: board.clock.now(), by: 'ada' });
      }),
    ),
  );

  const [row] = await board.database.rows<{ count: number }>(
    sql`select count(distinct word)::int as count from words where word like 'flang%'`,
  );
  expect(row?.count).toBe(20);
});

test('a request that fails in an outage is logged in one line, without a stack', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  await board.database.rows(
    raw(`create function time_out() returns trigger language plpgsql as $$
      begin raise exception 'canceling statement' using errcode = 'query_canceled'; end $$`),
  );
  await board.database.rows(
    raw('create trigger time_out before insert on threads for each row execute function time_out()'),
  );

  const reply = await ada.call('POST /v1/channels/general/threads', { body: { subject: 'late' } });

  expect([reply.status, reply.body.code]).toEqual([503, 'unavailable']);
  expect(board.log.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ msg: 'unavailable', cause: 'canceling statement' }),
  ]);
  expect(board.log.join('')).not.toContain('stack');
});
