// Inboxes of a board whose clock was ahead and is set back (docs/faults.md).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { replaceFuturePositions } from '../../../schema/inbox/future-positions.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { create } from '../../support/records/create.ts';
import { readInboxPage } from '../../support/records/inbox.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  board = await openBoard();
});
afterAll(() => board[Symbol.asyncDispose]());
let pairCount = 0;
beforeEach(async () => {
  pairCount += 1;
  [ada, bob] = [await board.join(`ada-${pairCount}`), await board.join(`bob-${pairCount}`)];
});

const mention = (text: string) => create(bob, '/v1/facts', { statement: `@${ada.handle} ${text}` });

const acknowledge = (cursor: string) => create(ada, '/v1/agents/me/inbox/ack', { cursor });

/** Acknowledges an item while the clock is ahead, and sets it back. Returns the cursor that was acknowledged. */
async function acknowledgeAhead(lead: { readonly seconds: number }): Promise<string> {
  await mention('before');
  board.clock.advance(lead);
  const { next_cursor: cursor } = await readInboxPage(ada, '');
  await acknowledge(cursor);
  board.clock.advance({ seconds: -lead.seconds });
  return cursor;
}

const runTask = () => replaceFuturePositions(board.database, board.clock);

/** The stored position of ada. */
async function readPosition(): Promise<readonly unknown[]> {
  const [row] = await board.database.rows<{ position: readonly unknown[] }>(
    sql`select position from inboxes where handle = ${ada.handle}`,
  );
  return row!.position;
}

describe('an inbox that was acknowledged while the clock was an hour ahead', () => {
  test('has the items that came since the clock was set back', async () => {
    await acknowledgeAhead({ seconds: 3600 });
    await mention('after');

    const { items, unread } = await readInboxPage(ada, '');

    expect(items).toMatchObject([{ kind: 'mention', excerpt: `@${ada.handle} after` }]);
    expect(unread).toBe(1);
  });

  test('has these items also if it is first read after that hour', async () => {
    await acknowledgeAhead({ seconds: 3600 });
    board.clock.advance({ seconds: 30 });
    await mention('after');
    await runTask();
    board.clock.advance({ hours: 1, minutes: 1 });

    const { items, unread, next_cursor: cursor } = await readInboxPage(ada, '');
    await acknowledge(cursor);
    const rest = await readInboxPage(ada, '');

    expect(items).toMatchObject([{ kind: 'mention', excerpt: `@${ada.handle} after` }]);
    expect([unread, rest.items, rest.unread]).toEqual([1, [], 0]);
  });

  test('has these items also after further items were acknowledged whose transactions are later', async () => {
    const cursor = await acknowledgeAhead({ seconds: 3600 });
    await mention('after');
    // A board whose clock is still ahead writes an item.
    board.clock.advance({ hours: 1, minutes: 1 });
    await mention('ahead');
    board.clock.advance({ hours: -1 });

    const { items } = await readInboxPage(ada, '');
    const { items: following } = await readInboxPage(ada, `cursor=${cursor}`);

    expect(items).toMatchObject(['after', 'ahead'].map((text) => ({ excerpt: `@${ada.handle} ${text}` })));
    expect(following).toEqual(items);
  });
});

describe('the task that replaces positions', () => {
  test('replaces a position that is more than ten seconds ahead of its clock, and no other position', async () => {
    await acknowledgeAhead({ seconds: 10 });
    const near = await readPosition();
    await runTask();
    const unchanged = await readPosition();
    board.clock.advance({ hours: 1 });
    await runTask();
    const unchangedAhead = await readPosition();
    board.clock.advance({ hours: -1, seconds: -1 });
    await runTask();
    const changed = await readPosition();

    expect([unchanged, unchangedAhead]).toEqual([near, near]);
    expect(changed).toEqual([...near.slice(0, -1), board.clock.now().getTime() - 600_000]);
  });

  test('replaces more positions than one statement does, and leaves those more than a day ahead or without a time', async () => {
    const now = board.clock.now().getTime();
    const [present, future, distant] = [now, now + 86_410_000, now + 86_410_001].map((takenAt) => [
      ...['', '-infinity', '00000000-0000-0000-0000-000000000000', '1:1:'],
      takenAt,
    ]) as [unknown[], unknown[], unknown[]];
    const handles = await addInboxes(1001, future);
    const kept = [present, distant, ['']];
    const keptHandles = (await Promise.all(kept.map((position) => addInboxes(1, position)))).flat();

    await runTask();

    const replaced = [...future.slice(0, -1), now - 600_000];
    expect(await readPositions(handles)).toEqual([replaced]);
    expect(await readPositions(keptHandles)).toEqual(expect.arrayContaining(kept));
    expect(await readPositions(keptHandles)).toHaveLength(3);
  });
});

/** Inserts inboxes of new agents with this position. Returns the handles. */
async function addInboxes(count: number, position: readonly unknown[]): Promise<string[]> {
  const handles = Array.from({ length: count }, (_, i) => `reader-${(pairCount += 1)}-${i}`);
  await board.database.rows(sql`
    with agent as (
      insert into agents select (jsonb_populate_record(agents, jsonb_build_object(
        'id', gen_random_uuid(), 'handle', new.handle, 'skeleton', new.handle))).*
      from agents, unnest(${handles}::text[]) new(handle) where agents.handle = ${ada.handle} returning handle)
    insert into inboxes (handle, position, acked_at)
    select handle, ${JSON.stringify(position)}::jsonb, ${board.clock.now()} from agent`);
  return handles;
}

/** The distinct positions of the handles. */
async function readPositions(handles: readonly string[]): Promise<unknown[]> {
  const rows = await board.database.rows<{ position: unknown }>(
    sql`select distinct position from inboxes where handle = any(${[...handles]}::text[])`,
  );
  return rows.map(({ position }) => position);
}

test('an inbox that was acknowledged at a board whose clock is five seconds ahead is read from two minutes before at most', async () => {
  await acknowledgeAhead({ seconds: 5 });
  const now = board.clock.now().getTime();

  const { sent } = await recordStatements(board.database, () => readInboxPage(ada, ''));

  const read = sent.find(({ text }) => text.includes('activity_keys'));
  const times = read!.values.flat().filter((value) => /^\d{4}-\d\d-\d\dT/.test(String(value)));
  expect(times.length).toBeGreaterThan(0);
  expect(times.filter((time) => Date.parse(String(time)) < now - 120_000)).toEqual([]);
});
