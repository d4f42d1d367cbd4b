import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { checkOpenAtCommit, toClosedError } from '../../../schema/channels/open-check.ts';
import { requireOpenChannel, requireWritableChannel } from '../../../schema/channels/statements.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const unchangedThread = sql`subject = subject`;
const unchangedChannel = sql`title = title`;

test.each([
  ['a thread', 'hidden', { thread: sql`hidden_at = created_at`, channel: unchangedChannel }],
  ['a thread', 'locked', { thread: sql`status = 'locked'`, channel: unchangedChannel }],
  ['a channel', 'closed', { thread: unchangedThread, channel: sql`posting = 'closed'` }],
])(
  'the commit of a write to %s that was %s meanwhile is refused with this state',
  async (what, state, change) => {
    const { thread_id: thread } = await ada.openThread('race', 'general');

    const writing = board.database.transaction(async (db) => {
      checkOpenAtCommit(db, { thread });
      checkOpenAtCommit(db, { channel: 'general' });
      await board.database.rows(sql`update threads set ${change.thread} where id = ${thread}::uuid`);
      await board.database.rows(sql`update channels set ${change.channel} where slug = 'general'`);
    });

    const error = await writing.then(() => undefined, toClosedError);
    await board.database.rows(sql`update channels set posting = 'open' where slug = 'general'`);
    expect([error?.code, error?.members['current_state']]).toEqual(['state_conflict', state]);
    expect(error?.message).toBe(`The ${what.slice(2)} was ${state} while this was being written`);
  },
);

test.each([
  ['a new record in', 'closed', 'state_conflict', requireOpenChannel, sql`posting = 'closed'`],
  ['a new record in', 'archived', 'state_conflict', requireOpenChannel, sql`archived = true`],
  ['a new record in', 'restricted', 'state_conflict', requireOpenChannel, sql`posting = 'restricted'`],
  ['an addition to a record in', 'closed', 'state_conflict', requireWritableChannel, sql`posting = 'closed'`],
  ['an addition to a record in', 'archived', 'state_conflict', requireWritableChannel, sql`archived = true`],
  ['an addition to a record in', 'restricted', 'none', requireWritableChannel, sql`posting = 'restricted'`],
])('the commit of %s a channel %s meanwhile has the error: %s', async (_, _state, code, read, change) => {
  const writing = board.database.transaction(async (db) => {
    await read(db, 'general');
    await board.database.rows(sql`update channels set ${change} where slug = 'general'`);
  });

  const error = await writing.then(() => undefined, toClosedError);
  await board.database.rows(
    sql`update channels set posting = 'open', archived = false where slug = 'general'`,
  );
  expect(error?.code ?? 'none').toBe(code);
});
