import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenTransaction, sql, type Sql } from '../../../prisma/client.ts';
import { endClaimsOf } from '../../../schema/work/lock-packet.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import {
  callWork,
  callWorkOrThrow,
  createWork,
  readEventKinds,
  readEvents,
  readWork,
  type WorkOutcome,
} from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

describe('a quarantined holder', () => {
  const setStatus = (handle: string, status: 'active' | 'quarantined') =>
    board.database.rows(sql`update agents set status = ${status}::"AgentStatus" where handle = ${handle}`);

  test('loses its claims by events without an actor', async () => {
    const mal = await board.join('mal');
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(mal, 'claim', { work_id, scope: 'main' });

    await setStatus('mal', 'quarantined');
    await board.database.transaction((db) =>
      endClaimsOf({ db, clock: board.clock, facade: 'console' }, 'mal'),
    );
    await setStatus('mal', 'active');

    const events = await readEvents(board, work_id);
    expect(events.at(-1)).toMatchObject({
      kind: 'claim.released',
      actor: null,
      data: { reason: 'quarantined' },
    });
    expect((await readWork(board, work_id)).scopes[0].state).toBe('open');
  });

  test('has no claim in later reads and writes, even before its claims are ended', async () => {
    const ned = await board.join('ned');
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(ned, 'claim', { work_id, scope: 'main' });

    await setStatus('ned', 'quarantined');

    expect((await readWork(board, work_id)).scopes[0]).toMatchObject({ state: 'open', claimable: true });
    expect(await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' })).toMatchObject({
      fence: 2,
      by: 'bob',
    });
    expect(await readEventKinds(board, work_id)).toEqual([
      'packet.created',
      'claim.granted',
      'claim.released',
      'claim.granted',
    ]);
  });
});

/** Passes the text of each statement of each transaction to `onStatement`, which may delay the statement. */
function watchStatements(onStatement: (text: string) => Promise<unknown> | undefined): Disposable {
  const { transaction } = board.database;
  const watch = (tx: OpenTransaction): OpenTransaction =>
    Object.create(tx, {
      rows: {
        value: async (statement: Sql) => {
          await onStatement(statement.text);
          return tx.rows(statement);
        },
      },
      beforeCommit: { value: tx.beforeCommit.bind(tx) },
    });
  board.database.transaction = (work, entry) => transaction((tx) => work(watch(tx)), entry);
  return { [Symbol.dispose]: () => void Object.assign(board.database, { transaction }) };
}

test('the quarantine of an agent also ends a claim that the agent commits after the quarantine has ended the earlier claims', async () => {
  const max = await board.join('max');
  const { work_id } = await createWork(ada);
  let claimed: Promise<WorkOutcome> | undefined;
  // The agent claims just before the quarantine waits for the agent's running writes.
  const watch = watchStatements((text) =>
    text.includes('author_lock')
      ? (claimed ??= callWork('rest', max, 'claim', { work_id, scope: 'main' }))
      : undefined,
  );

  await createOperatorClient(board).moderate('agents', max.id, 'quarantine');
  watch[Symbol.dispose]();

  const held = await board.database.rows(
    sql`select id from work_claims where created_by = 'max' and status = 'active'`,
  );
  expect([(await claimed)?.code, held]).toEqual([null, []]);
  expect((await readEventKinds(board, work_id)).slice(1)).toEqual(['claim.granted', 'claim.released']);
});
