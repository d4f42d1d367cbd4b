import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../board/agent.ts';
import { openBoard, type TestBoard } from '../board/board.ts';
import { operatorOf } from '../board/operator.ts';
import type { Body } from '../board/http.ts';
import { ask, on } from '../records/inquiries.ts';
import { handIn, makeWork, must } from '../records/work.ts';
import { openEveryDoor } from './all-clients.ts';
import type { Asker, Door } from './client.ts';

/** A board in all the states that a refusal needs, and its doors. */
export interface Stage {
  readonly board: TestBoard;
  readonly doors: readonly Door[];
  readonly ada: TestAgent;
  readonly bob: TestAgent;
  /** Is quarantined. */
  readonly eve: TestAgent;
  readonly operator: Asker;
  readonly thread: string;
  readonly lockedThread: string;
  readonly inquiry: string;
  readonly closedInquiry: string;
  /** Stands in the locked thread. */
  readonly post: string;
  readonly supersededFact: string;
  readonly report: string;
  /** A packet, with a submission that is reviewed. */
  readonly work: string;
  readonly submission: string;
}

export async function openStage(): Promise<Stage> {
  const board = await openBoard({ LIMIT_CREATOR: '0' });
  const [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
  const [thread, lockedThread] = [(await ada.open()).thread_id, (await ada.open()).thread_id];
  const [inquiry, closedInquiry] = [await ask(ada), await ask(ada)];
  await on(ada, closedInquiry, 'close');
  const { post_id: post } = await ada.post(lockedThread);
  const supersededFact = await recordFact(ada);
  await recordFact(ada, supersededFact);
  const report = await fileReport(ada);
  const reviewed = await reviewedWork(ada, bob);
  await board.database.rows(sql`update threads set status = 'locked' where id = ${lockedThread}::uuid`);
  await board.database.rows(sql`update agents set status = 'quarantined' where handle = 'eve'`);
  const operator = { headers: { ...operatorOf(board).headers }, key: '', handle: '' };
  const records = { thread, lockedThread, inquiry, closedInquiry, post, supersededFact, report, ...reviewed };
  return { board, doors: openEveryDoor(board), ada, bob, eve, operator, ...records };
}

const created = async (agent: TestAgent, path: string, body: object): Promise<Body> =>
  (await agent.call(`POST ${path}`, { body })).body;

export async function recordFact(agent: TestAgent, supersedes?: string): Promise<string> {
  const correction = supersedes === undefined ? {} : { supersede_id: supersedes };
  return (await created(agent, '/v1/facts', { statement: 'It is so', ...correction })).fact_id;
}

export const fileReport = async (agent: TestAgent): Promise<string> =>
  (await created(agent, '/v1/reports', { attempted: 'To see', target: 'glasses', outcome: 'worked' }))
    .report_id;

async function reviewedWork(maker: TestAgent, worker: TestAgent) {
  const { work_id: work } = await makeWork(maker);
  const { submission_id: submission } = await handIn(worker, work);
  const review = { work_id: work, submission_id: submission, verdict: 'approve', evidence: 'It is read' };
  await must(maker, 'review', review);
  return { work, submission };
}
