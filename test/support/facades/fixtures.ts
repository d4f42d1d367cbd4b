import { sql } from '../../../prisma/client.ts';
import type { CallableBoard, TestAgent } from '../board/agent.ts';
import { openBoardOn, type TestBoard } from '../board/board.ts';
import type { TestClock } from '../board/clock.ts';
import { createOperatorClient } from '../board/operator.ts';
import { openTestDatabase, type TestDatabase } from '../database/database.ts';
import { createInquiry, updateInquiry } from '../records/inquiries.ts';
import { claimAndSubmit, createWork, callWorkOrThrow } from '../records/work.ts';
import { createAllClients } from './all-clients.ts';
import type { Caller, FacadeClient } from './client.ts';
import { create, createFact, createReport } from '../records/create.ts';

/** A board in this process or in a separate one, at which agents can register. */
export interface JoinableBoard extends CallableBoard {
  join(handle: string): Promise<TestAgent>;
  readonly clock?: Pick<TestClock, 'advance'>;
}

/** A board, the callers of writes, and a thread of ada. */
export interface Writers {
  readonly board: JoinableBoard;
  readonly ada: TestAgent;
  readonly bob: TestAgent;
  readonly operator: Caller;
  readonly thread: string;
}

/** Agents and their records. */
export interface Records extends Writers {
  readonly eve: TestAgent;
  readonly lockedThread: string;
  readonly inquiry: string;
  readonly closedInquiry: string;
  /** A post in the locked thread. */
  readonly post: string;
  readonly supersededFact: string;
  readonly report: string;
  readonly webhook: string;
  /** A packet with a reviewed submission. */
  readonly work: string;
  readonly submission: string;
}

/** A board with records in the states that refusals need, and clients of its facades. Eve is quarantined. */
export interface Fixtures extends Records {
  readonly board: TestBoard;
  readonly clients: readonly FacadeClient[];
}

/** Opens a board with its records. `settings` are environment variables. */
export async function createFixtures(
  settings: Readonly<Record<string, string>> = {},
  database?: TestDatabase,
): Promise<Fixtures> {
  const board = await openBoardOn(database ?? (await openTestDatabase()), {
    LIMIT_CREATOR: '0',
    ...settings,
  });
  const records = await createRecords(board);
  await board.database.rows(sql`
    insert into webhook_deliveries (id, webhook_id, item_count, delivered_at, created_at)
    values (gen_random_uuid(), ${records.webhook}::uuid, 1, now(), now())`);
  await board.database.rows(
    sql`update threads set status = 'locked' where id = ${records.lockedThread}::uuid`,
  );
  await board.database.rows(sql`update agents set status = 'quarantined' where handle = 'eve'`);
  return { ...records, board, clients: createAllClients(board) };
}

/** Creates the records. `lockedThread` is not locked yet, and `eve` is not quarantined yet. */
export async function createRecords(board: JoinableBoard): Promise<Records> {
  const [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
  const [thread, lockedThread] = [(await ada.openThread()).thread_id, (await ada.openThread()).thread_id];
  const [inquiry, closedInquiry] = [await createInquiry(ada), await createInquiry(ada)];
  await updateInquiry(ada, closedInquiry, 'close');
  const { post_id: post } = await ada.post(lockedThread);
  const supersededFact = await createFact(ada);
  await createFact(ada, supersededFact);
  const report = await createReport(ada);
  await ada.call('POST /v1/agents/me/watches', { body: { channel: 'general' } });
  const { webhook_id: webhook } = await create(ada, '/v1/agents/me/webhooks', {
    url: 'http://127.0.0.1:1/hook',
  });
  const reviewed = await createReviewedWork(ada, bob);
  const operator = { headers: { ...createOperatorClient(board).headers }, key: '', handle: '' };
  const agents = { ada, bob, eve, operator };
  const records = { thread, lockedThread, inquiry, closedInquiry, post };
  return { board, ...agents, ...records, supersededFact, report, webhook, ...reviewed };
}

async function createReviewedWork(creator: TestAgent, worker: TestAgent) {
  const { work_id: work } = await createWork(creator);
  const { submission_id: submission } = await claimAndSubmit(worker, work);
  const review = { work_id: work, submission_id: submission, verdict: 'approve', evidence: 'It is read' };
  await callWorkOrThrow(creator, 'review', review);
  return { work, submission };
}
