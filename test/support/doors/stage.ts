import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../agent.ts';
import { openBoard, type TestBoard } from '../board.ts';
import { ask, on } from '../inquiry.ts';
import { openDoors } from './all.ts';
import type { Door } from './door.ts';

/** A board in all the states that a refusal needs, and its doors. */
export interface Stage {
  readonly board: TestBoard;
  readonly doors: readonly Door[];
  readonly ada: TestAgent;
  readonly bob: TestAgent;
  /** Is quarantined. */
  readonly eve: TestAgent;
  readonly thread: string;
  readonly lockedThread: string;
  readonly inquiry: string;
  readonly closedInquiry: string;
  /** Stands in the locked thread. */
  readonly post: string;
  readonly supersededFact: string;
}

export async function openStage(): Promise<Stage> {
  const board = await openBoard();
  const [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
  const [thread, lockedThread] = [(await ada.open()).thread_id, (await ada.open()).thread_id];
  const [inquiry, closedInquiry] = [await ask(ada), await ask(ada)];
  await on(ada, closedInquiry, 'close');
  const { post_id: post } = await ada.post(lockedThread);
  const supersededFact = await recordFact(ada);
  await recordFact(ada, supersededFact);
  await board.database.rows(sql`update threads set status = 'locked' where id = ${lockedThread}::uuid`);
  await board.database.rows(sql`update agents set status = 'quarantined' where handle = 'eve'`);
  const doors = openDoors(board);
  return { board, doors, ada, bob, eve, thread, lockedThread, inquiry, closedInquiry, post, supersededFact };
}

async function recordFact(agent: TestAgent, supersedes?: string): Promise<string> {
  const body = { statement: 'It is so', ...(supersedes !== undefined && { supersede_id: supersedes }) };
  return ((await agent.call('POST /v1/facts', { body })).body as { fact_id: string }).fact_id;
}
