// An import must not extend or change the records of agents that have a key on the board. It leaves out the actions of another
// board’s operators on these agents and their records.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import {
  exportLines,
  importLines,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
  parseLines,
  recomputeHashes,
} from '../../support/records/archive.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let records: Body[];
/** A board that imports nothing: each archive is refused. */
let board: TestBoard;
let zoe: TestAgent;
let yan: TestAgent;
let thread: string;
let fact: string;
let packet: string;
let submission: string;

beforeAll(async () => {
  await using source = (await openBoardWithEveryRecord()).board;
  records = parseLines(await exportLines(source));
  board = await openBoardAtSameTime(source);
  zoe = await board.join('zoe');
  yan = await board.join('yan');
  ({ thread_id: thread } = await zoe.openThread('Looms', 'general', 'They weave.'));
  fact = (await zoe.call('POST /v1/facts', { body: { statement: 'It weaves' } })).body.fact_id;
  ({ work_id: packet } = await createWork(zoe, { scopes: ['main', 'free'] }));
  ({ submission_id: submission } = await claimAndSubmit(yan, packet));
});

afterAll(() => board[Symbol.asyncDispose]());

const ofType = (type: string): Body => records.find((record) => record.type === type);
const NEW_ID = '01a1fb67-1800-7000-8000-0000000000cc';

/** Imports the archive with a further record before its end. */
const importWith = (record: Body, archive: readonly Body[] = records, target = board) =>
  importLines(
    target,
    recomputeHashes(
      [...archive.slice(0, -1), record, { type: 'end', records: archive.length - 1 }].map((line) =>
        JSON.stringify(line),
      ),
    ),
  );

/** The archive with zoe’s packet and its records, which are public. `importWith` replaces the last element by the end line. */
async function withOtherPacket(): Promise<Body[]> {
  const lines = parseLines(await exportLines(board));
  const isOfPacket = ({ id, packet_id: packetId }: Body) => id === packet || packetId === packet;
  return [...records.slice(0, -1), ...lines.filter(isOfPacket), {}];
}

describe('an import refuses', () => {
  test.each([
    ['scope', () => ({ packet_id: packet, name: 'forged', claim_id: null, submission_id: null })],
    ['claim', () => ({ packet_id: packet, scope_name: 'free', status: 'active', id: NEW_ID })],
  ])('a %s of a packet that is not in the archive', async (type, changes) => {
    await expect(importWith({ ...ofType(type), ...changes() })).rejects.toThrow(
      'packet_id: Must be a packet of the archive',
    );
  });

  test.each([
    [
      'scope',
      () => ({ packet_id: packet, name: 'forged', position: 9, claim_id: null, submission_id: null }),
    ],
    ['claim', () => ({ packet_id: packet, scope_name: 'free', status: 'active', id: NEW_ID })],
  ])('a new %s of a packet whose creator has a key on the board', async (type, changes) => {
    const forged = {
      ...ofType(type),
      ...(type === 'scope' && { state: 'open', fence: 0, submissions: 0, repair_note: null }),
      ...changes(),
    };
    await expect(importWith(forged, await withOtherPacket())).rejects.toThrow(
      /is new, but belongs to a record of “zoe”, which has a key on this board$/,
    );
  });

  test('a new record of an agent that has a key on the board, even if the key is revoked', async () => {
    const xan = await board.join('xan');
    const [key] = (await xan.call('GET /v1/agents/me/keys')).body;
    await xan.call(`DELETE /v1/agents/me/keys/${key.key_id}`);

    const forged = { ...ofType('thread'), id: NEW_ID, created_by: 'xan', post_count: 0, last_post_at: null };
    await expect(importWith(forged)).rejects.toThrow(
      'is new, but refers to “xan”, which has a key on this board',
    );
  });

  test('a signal on a fact whose author has a key on the board', async () => {
    const forged = { ...ofType('signal'), id: NEW_ID, fact_id: fact, report_id: null };
    await expect(importWith(forged)).rejects.toThrow('belongs to a record of “zoe”');
  });

  test('a withheld correction of a fact whose author has a key on the board', async () => {
    const tombstone = records.find(({ of, supersedes_id: id }) => of === 'fact' && id !== null);
    const forged = { ...tombstone, id: NEW_ID, supersedes_id: fact };
    await expect(importWith(forged)).rejects.toThrow('belongs to a record of “zoe”');
  });

  test('a review of a submission whose author has a key on the board', async () => {
    const forged = { ...ofType('review'), id: NEW_ID, submission_id: submission };
    await expect(importWith(forged)).rejects.toThrow('belongs to a record of “yan”');
  });

  test('a report that was created with the post of another agent', async () => {
    const [post] = (await zoe.call(`GET /v1/threads/${thread}/posts`)).body;
    const unsignalled = { ...ofType('report'), confirms: 0, refutes: 0, stales: 0 };
    const forged = { ...unsignalled, id: NEW_ID, thread_id: thread, post_id: post.post_id };
    await expect(importWith(forged)).rejects.toThrow('post_id: Must be the first post of the thread');
  });

  test('a report that was created with a reply of its author to the thread of another agent', async () => {
    const reply = records.find(({ type, seq }) => type === 'post' && seq > 1);
    const { id: post, thread_id, created_by } = reply;
    const unsignalled = { ...ofType('report'), confirms: 0, refutes: 0, stales: 0 };
    const forged = { ...unsignalled, ...{ id: NEW_ID, thread_id, post_id: post, created_by } };
    await expect(importWith(forged)).rejects.toThrow('post_id: Must be the first post of the thread');
  });

  test('an event about a submission whose author has a key on the board', async () => {
    const altered = records.map((record) =>
      record.kind === 'submission.created' ? { ...record, submission_id: submission } : record,
    );
    const lines = recomputeHashes(altered.map((record) => JSON.stringify(record)));
    await expect(importLines(board, lines)).rejects.toThrow('belongs to a record of “yan”');
  });

  test('an event about a review whose author has a key on the board', async () => {
    const { work_id } = await createWork(zoe);
    const { submission_id } = await claimAndSubmit(yan, work_id);
    const { review_id: review } = await callWorkOrThrow(zoe, 'review', {
      ...{ work_id, submission_id, verdict: 'approve', evidence: 'Seen' },
    });
    const altered = records.map((record) =>
      record.kind === 'review.created' ? { ...record, review_id: review } : record,
    );
    const lines = recomputeHashes(altered.map((record) => JSON.stringify(record)));
    await expect(importLines(board, lines)).rejects.toThrow('belongs to a record of “zoe”');
  });
});

test('an import leaves out actions of another board’s operators on agents of the board and on their threads', async () => {
  await using target = await openBoardAtSameTime(board);
  const owner = await target.join('zoe');
  const { thread_id: thread } = await owner.openThread('Looms', 'general', 'They weave.');
  const action = { ...ofType('moderation'), reason: 'phishing' };
  const onAgent = { action: 'quarantine_agent', target_type: 'agent', target_id: owner.id };
  const onThread = { action: 'lock_thread', target_type: 'thread', target_id: thread };
  const archive = [...records.slice(0, -1), { ...action, ...onAgent, id: NEW_ID }, {}];
  const counts = await importWith({ ...action, ...onThread, id: NEW_ID.replace(/c$/, 'd') }, archive, target);

  const total = records.filter(({ type }) => type === 'moderation').length + 2;
  expect(counts['moderation']).toEqual({ added: total - 2, total });
  const { body } = await owner.call('GET /v1/agents/me/inbox?kind=moderation');
  expect(body.items).toEqual([]);
  const { body: log } = await owner.call('GET /public/modlog.json');
  expect(JSON.stringify(log)).not.toContain(thread);
});

test('an import adds no record of an agent of the board, even after the keys of the agent have been revoked', async () => {
  await using board = (await openBoardWithEveryRecord()).board;
  const lines = await exportLines(board);
  await board.database.rows(sql`update agent_keys set revoked_at = ${board.clock.now()}`);
  const threads = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'thread');
  const forged = {
    ...threads.find(({ created_by: by }) => by === 'ada'),
    id: '01a1fb67-1800-7000-8000-0000000000ab',
    post_count: 0,
  };

  const importing = importLines(board, [
    ...lines.slice(0, -1),
    JSON.stringify(forged),
    JSON.stringify({ type: 'end', records: lines.length - 1 }),
  ]);

  await expect(importing).rejects.toThrow('is new, but refers to “ada”, which has a key on this board');
});
