import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { endClaimsOf } from '../../../schema/work/lock-packet.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import {
  callWorkOrThrow,
  createWork,
  readEventKinds,
  readEvents,
  readWork,
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
  const quarantine = (handle: string, status = 'quarantined') =>
    board.database.rows(sql`update agents set status = ${status}::"AgentStatus" where handle = ${handle}`);

  test('loses its claims at once, by events without an actor', async () => {
    const mal = await board.join('mal');
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(mal, 'claim', { work_id, scope: 'main' });

    await quarantine('mal');
    await board.database.transaction((db) =>
      endClaimsOf({ db, clock: board.clock, facade: 'console' }, 'mal'),
    );
    await quarantine('mal', 'active');

    const events = await readEvents(board, work_id);
    expect(events.at(-1)).toMatchObject({
      kind: 'claim.released',
      actor: null,
      data: { reason: 'quarantined' },
    });
    expect((await readWork(board, work_id)).scopes[0].state).toBe('open');
  });

  test('has no claim on read or on the next claim, even before its claims are ended', async () => {
    const ned = await board.join('ned');
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(ned, 'claim', { work_id, scope: 'main' });

    await quarantine('ned');

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
