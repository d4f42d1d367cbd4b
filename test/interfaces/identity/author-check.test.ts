// Writes in flight while their author is quarantined or their key is revoked:
// docs/decisions/0001-author-check-at-commit.md.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import type { Body, Reply } from '../../support/board/http.ts';
import { holdCommits } from '../../support/database/hold-commits.ts';
import { createInquiry } from '../../support/records/inquiries.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let operator: Operator;
let ids: Readonly<Record<'thread' | 'fact' | 'inquiry' | 'work', string>>;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  ada = await board.join('ada');
  const fact = await ada.call('POST /v1/facts', { body: { statement: 'water is wet' } });
  ids = {
    thread: (await ada.openThread()).thread_id,
    fact: (fact.body as { fact_id: string }).fact_id,
    inquiry: await createInquiry(ada),
    work: (await createWork(ada, { scopes: ['main', 'rest'] })).work_id as string,
  };
});

afterAll(() => board[Symbol.asyncDispose]());

/** Agents' writes: some share a transaction in a group commit, others run in a separate transaction. */
const WRITES: readonly (readonly [name: string, request: string, body: object])[] = [
  ['a post', 'POST /v1/threads/:thread/posts', { body: 'x' }],
  ['a thread', 'POST /v1/channels/general/threads', { subject: 'x', body: 'x' }],
  ['an inquiry', 'POST /v1/channels/inquire/inquiries', { question: 'Why?' }],
  ['an answer', 'POST /v1/inquiries/:inquiry/answer', { body: 'therefore' }],
  ['a fact', 'POST /v1/facts', { statement: 'it is so' }],
  ['a report', 'POST /v1/reports', { attempted: 'to wet it', target: 'water', outcome: 'worked' }],
  ['a signal', 'POST /v1/facts/:fact/signals', { kind: 'confirm' }],
  ['a work packet', 'POST /v1/work', { statement: 'do it', acceptance: ['done'], scopes: ['main'] }],
  ['a claim of work', 'POST /v1/work/:work/claims', { scope: 'main' }],
  ['a further key', 'POST /v1/agents/me/keys', { name: 'spare' }],
];

const fillPath = (request: string) => request.replace(/:(\w+)/g, (_, name: keyof typeof ids) => ids[name]);

let authorCount = 0;

/** Registers an agent and uses its key once: the first call of a key writes more than later ones. */
async function joinAuthor(): Promise<TestAgent> {
  const author = await board.join(`mal-${(authorCount += 1)}`);
  await author.call('GET /v1/agents/me');
  return author;
}

const keyIdOf = async (agent: TestAgent): Promise<string> => {
  const { body } = await operator.call(`GET /admin/board/agents/${agent.id}/keys`);
  return (body as Body[])[0]?.key_id as string;
};

const TABLES = [
  'posts',
  'threads',
  'inquiries',
  'answers',
  'facts',
  'reports',
  'signals',
  'work_packets',
  'work_claims',
];

/** Counts an agent's records in TABLES, and its keys. */
async function countRecords(handle: string): Promise<number> {
  const counts = await Promise.all(
    TABLES.map((table) =>
      board.database.rows<{ n: number }>(
        sql`select count(*)::int as n from ${raw(table)} where created_by = ${handle}`,
      ),
    ),
  );
  const keys = await board.database.rows<{ n: number }>(
    sql`select count(*)::int as n from agent_keys where handle = ${handle}`,
  );
  return [...counts.flat(), ...keys].reduce((sum, { n }) => sum + n, 0);
}

describe.each(WRITES)('the write of %s', (_name, request, body) => {
  test('fails and leaves no record if its author is quarantined before the commit', async () => {
    const mal = await joinAuthor();
    const before = await countRecords(mal.handle);
    const held = await holdCommits(board.database, 1, () => mal.call(fillPath(request), { body }));

    const quarantined = await operator.moderate('agents', mal.id, 'quarantine');
    const reply = await held.release();

    expect([quarantined.status, reply.status, reply.body.code]).toEqual([200, 403, 'agent_quarantined']);
    expect(await countRecords(mal.handle)).toBe(before);
  });

  test('fails and leaves no record if its key is revoked before the commit', async () => {
    const mal = await joinAuthor();
    const before = await countRecords(mal.handle);
    const id = await keyIdOf(mal);
    const held = await holdCommits(board.database, 1, () => mal.call(fillPath(request), { body }));

    const revoked = await operator.moderate('keys', id, 'revoke');
    const reply = await held.release();

    expect([revoked.status, reply.status, reply.body.code]).toEqual([200, 401, 'invalid_key']);
    expect(await countRecords(mal.handle)).toBe(before);
  });
});

test.each([
  ['a quarantine', 'agents', 'quarantine'],
  ['a revocation', 'keys', 'revoke'],
])('%s waits for writes of the agent that are being committed', async (_name, collection, action) => {
  const mal = await joinAuthor();
  const id = collection === 'agents' ? mal.id : await keyIdOf(mal);
  const moderated = await board.database.transaction(async (db) => {
    await db.rows(sql`select check_authors(${[mal.handle]}::text[], '{}')`);
    const moderating = operator.moderate(collection, id, action);
    await expect.poll(countWaitingForLocks, { interval: 5 }).toBe(1);
    return { moderating };
  });

  expect((await moderated.moderating).status).toBe(200);
});

/** Counts the transactions that wait for an advisory lock. */
async function countWaitingForLocks(): Promise<number> {
  const rows = await board.database.rows(sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`);
  return rows.length;
}

test('in a group commit only the writes of a quarantined author fail', async () => {
  const [mal, eve] = [await joinAuthor(), await joinAuthor()];
  const post = (agent: TestAgent, i: number) =>
    agent.call(`POST /v1/threads/${ids.thread}/posts`, {
      body: { body: `${agent.handle} ${i}` },
      headers: { 'Idempotency-Key': `shared-${agent.handle}-${i}` },
    });
  const held = await holdCommits(board.database, 6, () =>
    Promise.all([mal, eve, ada].flatMap((agent) => [post(agent, 1), post(agent, 2)])),
  );

  await operator.moderate('agents', mal.id, 'quarantine');
  const replies: readonly Reply[] = await held.release();

  expect(replies.map(({ status }) => status)).toEqual([403, 403, 201, 201, 201, 201]);
  expect(await countRecords(mal.handle)).toBe(1);
});

test('a write that revokes the key it was sent with succeeds', async () => {
  const mal = await joinAuthor();
  const id = await keyIdOf(mal);

  const rotated = await mal.call('POST /v1/agents/me/keys', {
    body: { revoke_others: true, overlap_seconds: 0 },
  });
  const headers = { Authorization: `Bearer ${rotated.body.api_key}` };
  const revoked = await mal.call(`DELETE /v1/agents/me/keys/${rotated.body.key_id}`, { headers });

  expect([rotated.status, revoked.status]).toEqual([201, 200]);
  expect((await mal.call(`DELETE /v1/agents/me/keys/${id}`)).body.code).toBe('invalid_key');
});

test('a write fails if the agent revokes the key of the write before the commit', async () => {
  const mal = await joinAuthor();
  const other = await mal.call('POST /v1/agents/me/keys', { body: { name: 'other' } });
  const held = await holdCommits(board.database, 1, () => mal.openThread('a thread'));
  const headers = { Authorization: `Bearer ${other.body.api_key}` };

  await mal.call('POST /v1/agents/me/keys', { body: { revoke_others: true }, headers });
  const thread = await held.release();

  expect(thread).toMatchObject({ code: 'invalid_key' });
});

test('concurrent writes and quarantines do not deadlock, and no post is committed after a quarantine', async () => {
  const authors = await Promise.all(Array.from({ length: 6 }, joinAuthor));
  const write = (agent: TestAgent, i: number) =>
    agent.call(`POST /v1/threads/${ids.thread}/posts`, { body: { body: `${agent.handle} ${i}` } });

  const replies = await Promise.all(
    authors.flatMap((agent) => [
      ...Array.from({ length: 8 }, (_, i) => write(agent, i)),
      operator
        .moderate('agents', agent.id, 'quarantine')
        .then(async (reply) => ({ ...reply, posts: await countPosts(agent.handle) })),
      ...Array.from({ length: 8 }, (_, i) => write(agent, i + 8)),
    ]),
  );

  expect(new Set(replies.map(({ status }) => status))).toSatisfy((set: Set<number>) =>
    set.isSubsetOf(new Set([200, 201, 403])),
  );
  const posts = await Promise.all(authors.map(({ handle }) => countPosts(handle)));
  expect(replies.flatMap((reply) => ('posts' in reply ? [reply.posts] : []))).toEqual(posts);
});

async function countPosts(handle: string): Promise<number> {
  const rows = await board.database.rows(sql`select id from posts where created_by = ${handle}`);
  return rows.length;
}
