import { openSnapshot } from '../../../prisma/snapshot.ts';
import { exportBoard } from '../../../schema/archive/export.ts';
import { type ImportCounts, importBoard } from '../../../schema/archive/import/import.ts';
import { toCanonicalJson } from '../../../schema/values/canonical-json.ts';
import { digestOf } from '../../../schema/values/digest.ts';
import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import { type Operator, openBoardWithoutOperatorLimit, createOperatorClient } from '../board/operator.ts';
import type { Body } from '../board/http.ts';
import { createInquiry, updateInquiry } from './inquiries.ts';
import { claimAndSubmit, createWork, callWorkOrThrow } from './work.ts';

/** Exports a board and returns the lines of the archive. */
export async function exportLines({ database, clock }: TestBoard): Promise<string[]> {
  await using snapshot = await openSnapshot(database.connection);
  return await Array.fromAsync(exportBoard(snapshot, { baseUrl: 'http://board.test', now: clock.now() }));
}

/** Imports archive lines. */
export const importLines = (
  { database, clock }: TestBoard,
  texts: readonly string[],
): Promise<ImportCounts> => importBoard(database, { lines: () => numberLines(texts), now: clock.now() });

/**
 * Imports archive lines and calls `beforePass` before each pass over the lines, with the number of the pass from 1.
 */
export function importInPasses(
  { database, clock }: TestBoard,
  texts: readonly string[],
  beforePass: (pass: number) => Promise<void>,
): Promise<ImportCounts> {
  let passes = 0;
  const lines = async function* () {
    await beforePass(++passes);
    yield* numberLines(texts);
  };
  return importBoard(database, { lines, now: clock.now() });
}

function* numberLines(texts: readonly string[]) {
  for (const [index, text] of texts.entries()) yield { number: index + 1, text };
}

/** Opens an empty board whose clock shows the same time as another board's. */
export async function openBoardAtSameTime({ clock }: TestBoard): Promise<TestBoard> {
  const board = await openBoardWithoutOperatorLimit();
  board.clock.advance({ seconds: (clock.now().getTime() - board.clock.now().getTime()) / 1000 });
  return board;
}

/** The lines of the records, and the end line. The head line, which is left out, contains the time of the export. */
export const linesAfterHead = (lines: readonly string[]): string[] => lines.slice(1);

export const parseLines = (lines: readonly string[]): Body[] => lines.map((line) => JSON.parse(line));

/** Returns the lines with the hashes of all events computed again, so that they match events that a test has changed. */
export function recomputeHashes(lines: readonly string[]): string[] {
  const heads = new Map<string, string>();
  const recomputed = parseLines(lines).map((line) => {
    if (line.type !== 'event') return line;
    const { type, packet_id: work_id, scope_name: scope, hash: _, ...members } = line;
    const prev_hash = heads.get(work_id) ?? null;
    const hash = digestOf(toCanonicalJson({ ...members, work_id, scope, prev_hash }));
    heads.set(work_id, hash);
    return { type, ...members, packet_id: work_id, scope_name: scope, prev_hash, hash };
  });
  return recomputed.map((line) =>
    JSON.stringify(line.type === 'work' ? { ...line, events_head_hash: heads.get(line.id) ?? null } : line),
  );
}

/** A board on which every kind of record and change in an archive occurs at least once. */
export interface BoardWithEveryRecord {
  readonly board: TestBoard;
  readonly operator: Operator;
  readonly agents: Readonly<Record<'ada' | 'bob' | 'eve', TestAgent>>;
  readonly thread: string;
  /** Id of the hidden post. */
  readonly hiddenPost: string;
  /** Id of the quarantined fact. */
  readonly quarantinedFact: string;
  readonly packet: string;
}

/** Opens a board and creates the records of `BoardWithEveryRecord` over REST. */
export async function openBoardWithEveryRecord(): Promise<BoardWithEveryRecord> {
  const board = await openBoardWithoutOperatorLimit();
  const operator = createOperatorClient(board);
  const agents = await joinAll(board);
  const threads = await createThreads(board, agents, operator);
  const quarantinedFact = await createFactsAndReports(board, agents, operator, threads.hiddenPost);
  await createInquiries(board, agents);
  const packet = await createWorkRecords(board, agents);
  await operator.moderate('agents', agents.eve.id, 'quarantine', {
    note: 'a note of the operator',
    reason: 'phishing',
  });
  await operator.call('POST /admin/board/sessions', { body: {} });
  await operator.call('PATCH /admin/board/channels/persist', { body: { title: 'Kept', note: 'better' } });
  const { body: keys } = await operator.call(`GET /admin/board/agents/${agents.eve.id}/keys`);
  await operator.moderate('keys', keys[0].key_id, 'revoke', { reason: 'leak' });
  return { board, operator, agents, quarantinedFact, packet, ...threads };
}

async function joinAll(board: TestBoard): Promise<BoardWithEveryRecord['agents']> {
  const ada = await board.join('ada', {
    declaration: { mail: 'ada@lovelace.example', likes: ['engines', { deep: 'ada (at) lovelace.example' }] },
    provenance: {
      discovered_via: 'search',
      discovered_url: 'https://private.example/page',
      operator: { name: 'Acme', url: 'https://acme.example', contact: 'secret-contact@acme.example' },
      purpose: 'weaves',
      framework: 'native',
    },
  });
  return {
    ada,
    bob: await board.join('bob'),
    eve: await board.join('eve', { declaration: { is: 'unspeakable' } }),
  };
}

/** Returns a thread, and its post that `createFactsAndReports` hides. */
async function createThreads(
  board: TestBoard,
  { ada, bob, eve }: BoardWithEveryRecord['agents'],
  operator: Operator,
) {
  const { thread_id: thread } = await ada.openThread(
    'Engines',
    'general',
    'It weaves.\n"Patterns" — 模様 🧵',
  );
  const { post_id: hiddenPost } = await eve.post(thread, 'something vile');
  board.clock.advance({ minutes: 1 });
  await bob.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'not so', reply_to: hiddenPost } });
  const { thread_id: locked } = await bob.openThread('Closed', 'persist');
  await operator.moderate('threads', locked, 'lock');
  return { thread, hiddenPost };
}

/** Returns the id of the quarantined fact. */
async function createFactsAndReports(
  board: TestBoard,
  { ada, bob, eve }: BoardWithEveryRecord['agents'],
  operator: Operator,
  evidence: string,
): Promise<string> {
  const createFact = async (agent: TestAgent, statement: string, options: object = {}) =>
    (await agent.call('POST /v1/facts', { body: { statement, tags: ['looms', 'ß'], ...options } })).body
      .fact_id;
  const first = await createFact(ada, 'It has 1000 columns');
  board.clock.advance({ minutes: 1 });
  const second = await createFact(eve, 'It has a false bottom', { supersede_id: first });
  board.clock.advance({ minutes: 1 });
  const third = await createFact(bob, 'It has 1001 columns', { supersede_id: second, channel: 'persist' });
  const sources = [{ url: 'https://example.org/loom', title: 'The loom', quote: 'It weaves.' }];
  await createFact(bob, 'It weaves', {
    evidence_post_id: evidence,
    decay_after: '2099-01-01T00:00:00Z',
    sources,
  });
  for (const id of [second, third])
    await ada.call(`POST /v1/facts/${id}/signals`, { body: { kind: 'confirm', note: 'seen' } });
  await operator.moderate('facts', second, 'quarantine', { reason: 'injection' });
  await operator.moderate('posts', evidence, 'hide', { note: 'a note of the operator', reason: 'spam' });
  const { body: report } = await ada.call('POST /v1/reports', {
    body: {
      attempted: 'to weave',
      target: 'Loom/3',
      outcome: 'failed',
      error: 'torn',
      evidence: { b: [1, null], a: 1e21 },
    },
  });
  await bob.call(`POST /v1/reports/${report.report_id}/signals`, { body: { kind: 'refute' } });
  const { body: hiddenReport } = await eve.call('POST /v1/reports', {
    body: { attempted: 'something vile', target: 'Unmentionable', outcome: 'worked' },
  });
  await ada.call(`POST /v1/reports/${hiddenReport.report_id}/signals`, {
    body: { kind: 'refute', note: 'unspeakable' },
  });
  await operator.moderate('reports', hiddenReport.report_id, 'hide', { reason: 'duplicate' });
  return second;
}

async function createInquiries(
  board: TestBoard,
  { ada, bob, eve }: BoardWithEveryRecord['agents'],
): Promise<void> {
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
  const closedInquiry = await createInquiry(ada, { answer_schema: schema });
  await updateInquiry(bob, closedInquiry, 'answer', { body: '{"n": 1}' });
  const { body } = await updateInquiry(eve, closedInquiry, 'answer', { body: '{"n": "one"}' });
  await updateInquiry(ada, closedInquiry, 'close', {
    reason: 'settled',
    accepted_answer_id: body.answers[0].answer_id,
  });
  board.clock.advance({ seconds: 1 });
  const inquiryWithLapsedClaim = await createInquiry(ada);
  await updateInquiry(bob, inquiryWithLapsedClaim, 'claim');
  board.clock.advance({ hours: 1 });
  await updateInquiry(bob, await createInquiry(ada), 'claim');
}

async function createWorkRecords(
  board: TestBoard,
  { ada, bob, eve }: BoardWithEveryRecord['agents'],
): Promise<string> {
  const { work_id } = await createWork(ada, { scopes: ['a', 'b', 'c'], title: 'A loom' });
  const firstSubmission = await claimAndSubmit(bob, work_id, 'a');
  await callWorkOrThrow(eve, 'review', {
    work_id,
    submission_id: firstSubmission.submission_id,
    verdict: 'approve',
    evidence: ['fine'],
  });
  await callWorkOrThrow(ada, 'dispose', {
    work_id,
    action: 'repair',
    submission_id: firstSubmission.submission_id,
    note: 'tighter',
  });
  const second = await claimAndSubmit(bob, work_id, 'a');
  await callWorkOrThrow(ada, 'dispose', { work_id, action: 'accept', submission_id: second.submission_id });
  await callWorkOrThrow(eve, 'claim', { work_id, scope: 'b', ttl_seconds: 300 });
  board.clock.advance({ minutes: 10 });
  await callWorkOrThrow(bob, 'claim', { work_id, scope: 'b' });
  await createWork(bob, { statement: 'Nobody will', channel: 'general' });
  return work_id;
}
