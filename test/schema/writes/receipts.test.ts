import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findFirstUse,
  findReplay,
  hashInput,
  type Receipt,
  runOnce,
} from '../../../schema/writes/idempotency.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { sql } from '../../../prisma/client.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

const AGENT = { kind: 'agent', agent: { handle: 'ada' } } as unknown as Viewer;
const OPERATOR = { kind: 'operator', tokenName: 'environment' } as unknown as Viewer;
const ANONYMOUS: Viewer = { kind: 'anonymous' };
const DAY_SECONDS = 86_400;

let board: TestBoard;
beforeAll(async () => {
  board = await openBoard();
});
afterAll(() => board[Symbol.asyncDispose]());

const receiptAt = (seconds: number, members: Partial<Receipt> = {}): Receipt => ({
  ...{ owner: 'ada', operation: 'createFact', key: 'key-1234', hash: hashInput({ a: 1 }) },
  ...{ now: new Date(Date.UTC(2026, 10, 21) + seconds * 1000), lifetimeSeconds: DAY_SECONDS },
  ...members,
});

const find = (receipt: Receipt) => board.database.transaction((db) => findReplay(db, receipt));
const run = (receipt: Receipt, id: number) =>
  board.database.transaction((db) => runOnce(db, receipt, () => Promise.resolve({ id })));

/** The row of the writes of `receiptAt(0)`, as replays return it. */
const STORED = { id: 1, storedAt: receiptAt(0).now };

test('a receipt is found by its owner, operation and key, until its lifetime has passed', async () => {
  expect(await find(receiptAt(0))).toBeUndefined();
  expect(await run(receiptAt(0), 1)).toEqual({ row: { id: 1 } });

  expect(await run(receiptAt(DAY_SECONDS - 0.001), 2)).toEqual({ stored: STORED });
  expect(await find(receiptAt(DAY_SECONDS - 0.001))).toEqual({ stored: STORED });
  const others = [
    receiptAt(DAY_SECONDS),
    receiptAt(60, { lifetimeSeconds: 60 }),
    receiptAt(1, { owner: 'bob' }),
    receiptAt(1, { operation: 'createReport' }),
    receiptAt(1, { key: 'key-1235' }),
  ];
  expect(await Promise.all(others.map(find))).toEqual(others.map(() => undefined));
  await expect(find(receiptAt(1, { hash: hashInput({ a: 2 }) }))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

test('a key is in use until the transaction that has claimed the key ends', async () => {
  const receipt = receiptAt(0, { key: 'key-in-flight' });
  let during: unknown;
  const first = await board.database.transaction((db) =>
    runOnce(db, receipt, async () => {
      during = await run(receipt, 2).catch((error: unknown) => error);
      return { id: 1 };
    }),
  );

  expect(during).toMatchObject({ code: 'idempotency_in_flight', members: { retry_after: 1 } });
  expect([first, await run(receipt, 3)]).toEqual([{ row: { id: 1 } }, { stored: STORED }]);
});

test('only the first of the writes of a transaction with the same key claims the key', async () => {
  const keys = ['key-shared', 'key-shared', 'key-other'];

  const writes = await board.database.transaction((db) =>
    Promise.allSettled(
      keys.map((key, id) => runOnce(db, receiptAt(0, { key }), () => Promise.resolve({ id }))),
    ),
  );

  expect(writes).toMatchObject([
    { value: { row: { id: 0 } } },
    { reason: { code: 'idempotency_in_flight' } },
    { value: { row: { id: 2 } } },
  ]);
});

test('a write that has started in a group has no effect if its key was used before', async () => {
  const [receipt, effect] = [receiptAt(0, { key: 'key-in-group' }), receiptAt(0, { key: 'key-of-effect' })];
  await run(receipt, 1);
  let runs = 0;

  const replayed = await board.database.groupCommit((db) =>
    runOnce(db, receipt, () => {
      runs += 1;
      return db.rows(sql`
        insert into receipts (owner, operation, key, input_hash, answer, created_at)
        values (${effect.owner}, ${effect.operation}, ${effect.key}, ${effect.hash}, '{}', ${effect.now})`);
    }),
  );

  expect([runs, replayed, await find(effect)]).toEqual([1, { stored: STORED }, undefined]);
});

test('a key that was used a day before can be used for a new write, whose receipt is then valid for another day', async () => {
  const receipt = (seconds: number) => receiptAt(seconds, { key: 'key-again' });
  await run(receipt(0), 1);

  expect(await run(receipt(DAY_SECONDS), 2)).toEqual({ row: { id: 2 } });
  expect(await find(receipt(2 * DAY_SECONDS - 0.001))).toEqual({
    stored: { id: 2, storedAt: receipt(DAY_SECONDS).now },
  });
  expect(await find(receipt(2 * DAY_SECONDS))).toBeUndefined();
});

test('a key counts as unused until the operation is called with the key, and again after a day', async () => {
  const key = 'key-unused';
  const findUseAt = (viewer: Viewer, operation: string, sent: unknown, seconds = 0) =>
    findFirstUse(
      { database: board.database, viewer, clock: { now: () => receiptAt(seconds).now } },
      operation,
      sent,
    );
  const before = await findUseAt(AGENT, 'createFact', key);
  await run(receiptAt(0, { key }), 1);

  expect(before).toBeUndefined();
  expect([
    await findUseAt(AGENT, 'createFact', key, 61),
    await findUseAt(AGENT, 'createFact', key, DAY_SECONDS - 0.001),
  ]).toEqual(Array(2).fill(receiptAt(0).now));
  expect([
    await findUseAt(AGENT, 'createFact', key, DAY_SECONDS),
    await findUseAt(AGENT, 'createReport', key),
    await findUseAt(OPERATOR, 'createFact', key),
  ]).toEqual(Array(3).fill(undefined));
  const { sent, value } = await recordStatements(board.database, async () => [
    await findUseAt(ANONYMOUS, 'createFact', key),
    await findUseAt(AGENT, 'createFact', 'short'),
    await findUseAt(AGENT, 'createFact', { key }),
  ]);
  expect([sent, value]).toEqual([[], Array(3).fill(undefined)]);
});
