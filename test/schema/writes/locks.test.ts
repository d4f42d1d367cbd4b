import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenTransaction, raw, sql, type Sql } from '../../../prisma/client.ts';
import { blockPostsAndAnswers, lockChannel } from '../../../schema/channels/statements.ts';
import { setQuarantined } from '../../../schema/facts/statements.ts';
import { lockTarget } from '../../../schema/signals/statements.ts';
import { lockPacket } from '../../../schema/work/lock-packet.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { openClient } from '../../support/database/open-client.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

type Lock = (db: OpenTransaction) => Promise<unknown>;

/** Opens a transaction that runs `statement`, then runs `lock` in another. Fails unless `lock` waits for the first to end. */
async function expectToWait(statement: Sql, lock: Lock): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const query = await openClient(opened, board.database.connection);
  await query(sql`begin`);
  await query(statement);
  const [{ pid }] = (await query(sql`select pg_backend_pid() as pid`)) as unknown as [{ pid: number }];

  const locking = board.database.transaction(lock);

  const findBlocked = () =>
    board.database.rows(sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`);
  await expect.poll(findBlocked).toHaveLength(1);
  await query(sql`commit`);
  await locking;
}

test.each(['threads', 'inquiries'])('closing a channel waits for writes to %s that are in flight', (table) =>
  expectToWait(sql`update ${raw(table)} set version = version where false`, blockPostsAndAnswers),
);

const REPORT = { attempted: 'to see', target: 'glasses', outcome: 'worked' };
const create = async (path: string, body: object) =>
  (await ada.call(`POST /v1/${path}`, { body })).body.id as string;
const createFact = (more: object = {}) => create('facts', { statement: 'it is so', ...more });
const lockRow = (table: string, id: string) =>
  sql`select from ${raw(table)} where id = ${id}::uuid for update`;

/** By title: the statement with which another transaction locks a record, and the function of the board that must wait for it. */
const LOCKS: Readonly<Record<string, () => Promise<readonly [Sql, Lock]>>> = {
  'the signal on a fact waits until the fact': async () => {
    const id = await createFact();
    return [lockRow('facts', id), (db) => lockTarget(db, { type: 'fact', id })];
  },
  'the signal on a report waits until the report': async () => {
    const id = await create('reports', REPORT);
    return [lockRow('reports', id), (db) => lockTarget(db, { type: 'report', id })];
  },
  'the release of a correction waits until the first fact of its chain': async () => {
    const first = await createFact();
    const id = await createFact({ supersede_id: first });
    return [
      lockRow('facts', first),
      (db) => setQuarantined(db, id, { reason: null, now: board.clock.now() }),
    ];
  },
  'a write to a packet waits until the packet': async () => {
    const id = await create('work', { statement: 'a packet', acceptance: ['done'] });
    const { clock } = board;
    return [lockRow('work_packets', id), (db) => lockPacket({ db, clock, facade: 'rest' }, id)];
  },
  'an update of a channel waits until the channel': () =>
    Promise.resolve([
      sql`select from channels where slug = 'general' for update`,
      (db) => lockChannel(db, 'general'),
    ]),
};

test.each(Object.keys(LOCKS))('%s is no longer locked by another transaction', async (name) => {
  const [statement, lock] = await LOCKS[name]!();

  await expectToWait(statement, lock);
});
