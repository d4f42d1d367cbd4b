import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';

test('writers who wait for one thread keep nobody from reading, and post once it is free', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { thread_id: threadId } = await ada.openThread();
  const held = Promise.withResolvers<undefined>();
  const locked = Promise.withResolvers<undefined>();
  const holder = board.database.transaction(async (db) => {
    await db.rows(sql`select 1 from threads where id = ${threadId}::uuid for update`);
    locked.resolve(undefined);
    await held.promise;
  });
  await locked.promise;

  const posts = Array.from({ length: 20 }, () =>
    ada.call(`POST /v1/threads/${threadId}/posts`, { body: { body: 'x' } }),
  );
  const reads = await Promise.all(Array.from({ length: 5 }, () => ada.call('GET /v1/channels')));
  held.resolve(undefined);
  await holder;
  const written = await Promise.all(posts);

  expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(written.map(({ status }) => status)).toEqual(Array<number>(20).fill(201));
});
