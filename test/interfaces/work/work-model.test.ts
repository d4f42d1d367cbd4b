import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, sql } from '../../../prisma/client.ts';
import { applyEvent } from '../../../schema/work/apply-event.ts';
import type { WorkEventInput } from '../../../schema/work/work-event.ts';
import type { Packet } from '../../../schema/work/packet-state.ts';
import { toPacket } from '../../../schema/work/stored-packet.ts';
import { findPacket } from '../../../schema/work/packets/statements.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  createOperatorClient,
  openBoardWithoutOperatorLimit,
  type Operator,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { hasIntactHistory } from '../../support/docs/history-check.ts';
import { createWork, readEvents, readWork } from '../../support/records/work.ts';
import { DURATION_SECONDS, type WorkModel } from '../../support/records/work-model.ts';
import {
  randomStep,
  type StepOutcome,
  AGENT_NAMES,
  DECLARED_OPERATORS,
  ModelledPacket,
  type Step,
} from '../../support/records/model-comparison.ts';

/** Number of random sequences. For a longer run: WORK_SEQUENCES=1000. */
const SEQUENCES = Number(process.env['WORK_SEQUENCES'] ?? 40);

let board: TestBoard;
let operator: Operator;
const agents: Record<string, TestAgent> = {};

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  for (const name of AGENT_NAMES) {
    const declared = DECLARED_OPERATORS[name];
    agents[name] = await board.join(name, { provenance: declared ? { operator: { name: declared } } : {} });
  }
});

afterAll(() => board[Symbol.asyncDispose]());

/** The stored packet, without the columns that are not part of its history. */
async function readStoredPacket(database: Database, id: string): Promise<Packet> {
  const row = await findPacket(database, id);
  return toPacket(row!);
}

/** The packet before its first event, `packet.created`. */
const initialState = (packet: Packet, createdAt: Date): Packet => ({
  ...packet,
  status: 'open',
  version: 1,
  eventsHead: 0,
  changedAt: createdAt,
  scopes: packet.scopes.map(({ name, description }) => ({
    name,
    description,
    state: 'open',
    fence: 0,
    submissions: 0,
    repairNote: null,
    claim: null,
    submission: null,
  })),
});

interface ReplayedState {
  readonly packet: Packet;
  readonly claims: Record<string, string>;
  readonly submissions: Record<string, string>;
}

const statusesOf = (parts: readonly ({ id: string; status: string } | null)[]): Record<string, string> =>
  Object.fromEntries(parts.flatMap((part) => (part ? [[part.id, part.status]] : [])));

/** Applies the public events to the initial packet. */
function replay(start: Packet, events: readonly Record<string, unknown>[]): ReplayedState {
  let packet = start;
  const claims: Record<string, string> = {};
  const submissions: Record<string, string> = {};
  for (const event of events) {
    packet = applyEvent(packet, {
      ...(event as unknown as WorkEventInput),
      at: new Date(String(event['at'])),
      claimId: event['claim_id'] as string,
      submissionId: event['submission_id'] as string,
    });
    Object.assign(claims, statusesOf(packet.scopes.map(({ claim }) => claim)));
    Object.assign(submissions, statusesOf(packet.scopes.map(({ submission }) => submission)));
    if (event['kind'] === 'submission.candidate') submissions[String(event['submission_id'])] = 'candidate';
  }
  return { packet, claims, submissions };
}

async function readStatuses(table: 'claims' | 'submissions', id: string): Promise<Record<string, string>> {
  const rows = await board.database.rows<{ id: string; status: string }>(
    table === 'claims'
      ? sql`select id, status from work_claims where packet_id = ${id}::uuid`
      : sql`select id, status from work_submissions where packet_id = ${id}::uuid`,
  );
  return Object.fromEntries(rows.map((row) => [row.id, row.status]));
}

async function expectReplay(
  work_id: string,
  createdAt: string,
  events: Record<string, unknown>[],
): Promise<void> {
  const stored = await readStoredPacket(board.database, work_id);
  const replayed = replay(initialState(stored, new Date(createdAt)), events);
  expect(replayed.packet).toEqual(stored);
  expect(replayed.claims).toEqual(await readStatuses('claims', work_id));
  expect(replayed.submissions).toEqual(await readStatuses('submissions', work_id));
  expect(await hasIntactHistory(board, work_id)).toBe(true);
}

const packetInput = (requiredReviews: number) => ({
  scopes: ['a', 'b'],
  claim_ttl_seconds: DURATION_SECONDS.claim,
  review_ttl_seconds: DURATION_SECONDS.review,
  min_independent_reviews: requiredReviews,
  expires_at: new Date(board.clock.now().getTime() + DURATION_SECONDS.packet * 1000).toISOString(),
});

const fencesOf = (events: readonly Body[], name: string): number[] =>
  events
    .filter(({ kind, scope }) => ['claim.granted', 'claim.regranted'].includes(kind) && scope === name)
    .map(({ data }) => data.fence);

/** Asserts that every lost claim and version conflict names an event of the history as its cause. */
function expectCauses(problems: readonly Body[], events: readonly Body[]): void {
  const described = events.map(({ id, kind, at }) => `${id} ${kind} ${at}`);
  const conflicts = problems.filter(({ code }) => ['claim_lost', 'version_conflict'].includes(code));
  const causes = conflicts.map(({ cause }) => `${cause?.event_id} ${cause?.kind} ${cause?.at}`);
  expect(causes.filter((cause) => !described.includes(cause))).toEqual([]);
}

let succeededCount = 0;
let refusedCount = 0;

async function runSteps(
  modelled: ModelledPacket,
  steps: readonly Step[],
  readPacket: () => Promise<unknown>,
): Promise<readonly Body[]> {
  const problems: Body[] = [];
  for (const step of steps) {
    if (step.call === 'look') await readPacket();
    else if (step.call === 'pass') advanceTime(modelled, step);
    else problems.push(...expectModelOutcome(step, await modelled.run(step)));
  }
  return problems;
}

function advanceTime({ model }: ModelledPacket, { seconds }: Step): void {
  board.clock.advance({ seconds });
  model.advance(seconds);
}

/** Returns the problem if the step was refused. */
function expectModelOutcome(step: Step, result: StepOutcome | null): readonly Body[] {
  if (!result) return [];
  expect([step, result.outcome.code]).toEqual([step, result.expected]);
  if (result.expected === null) succeededCount++;
  else refusedCount++;
  return result.expected === null ? [] : [result.outcome.problem];
}

function expectScopes(model: WorkModel, packet: Body): void {
  expect([packet.status, packet.version]).toEqual([model.status, model.version]);
  for (const { name, state, fence, claim } of packet.scopes) {
    const expected = model.scopes[name]!;
    const holder = expected.state === 'claimed' ? model.claims[expected.claimIndex!]!.by : undefined;
    expect([name, state, fence, claim?.by]).toEqual([name, expected.state, expected.fence, holder]);
  }
}

async function expectModelled(requiredReviews: number, steps: readonly Step[]): Promise<void> {
  const startTime = board.clock.now().getTime();
  const { work_id, created_at } = await createWork(agents['ada']!, packetInput(requiredReviews));
  const modelled = new ModelledPacket(work_id, requiredReviews, { agents, operator });
  // Reads another page than the checks at the end, because a shared response may be five seconds old.
  const look = () => board.call(`GET /public/work/${work_id}/events?limit=3`);
  const problems = await runSteps(modelled, steps, look);

  expectScopes(modelled.model, await readWork(board, work_id));
  expect(await hasIntactHistory(board, work_id)).toBe(true);
  await modelled.unhideAll();
  const events = await readEvents(board, work_id);
  const packet = await readWork(board, work_id);
  expect([packet.events_head, packet.events_head_hash]).toEqual([events.length, events.at(-1).hash]);
  expect(packet.scopes.map(({ repair_note }: Body) => repair_note !== null)).toEqual(
    Object.values(modelled.model.scopes).map(({ hasRepairNote }) => hasRepairNote),
  );
  expectCauses(problems, events);
  const timeline = events.map(({ kind, at }) => `${kind} ${(Date.parse(at) - startTime) / 1000}`);
  expect(timeline).toEqual(modelled.model.events);
  await expectReplay(work_id, created_at, events);
  for (const name of ['a', 'b']) {
    const fences = fencesOf(events, name);
    expect(fences).toEqual(fences.map((_, i) => i + 1));
  }
}

test(`random sequences of calls and clock jumps have the outcomes of the model, and a replay of their events results in the stored packet (${SEQUENCES} sequences)`, async () => {
  const steps = fc.array(randomStep, { minLength: 8, maxLength: 30, size: 'max' });

  await fc.assert(fc.asyncProperty(fc.constantFrom(0, 0, 1), steps, expectModelled), { numRuns: SEQUENCES });

  expect(succeededCount).toBeGreaterThan(SEQUENCES);
  expect(refusedCount).toBeGreaterThan(SEQUENCES);
}, 1_800_000);

test('concurrent calls leave a history without gaps, with rising fences, and its replay results in the stored packet', async () => {
  const steps = fc.array(randomStep, { minLength: 12, maxLength: 20, size: 'max' });

  const property = fc.asyncProperty(steps, async (sequence) => {
    const { work_id, created_at } = await createWork(agents['ada']!, packetInput(0));
    const modelled = new ModelledPacket(work_id, 0, { agents, operator });
    // The first six steps run in order, so that the concurrent rest has claims and submissions to compete for.
    await runSteps(modelled, sequence.slice(0, 6), () => Promise.resolve());
    const concurrent = sequence.slice(6).filter(({ call }) => call !== 'pass' && call !== 'look');
    const outcomes = await Promise.all(concurrent.map((step) => modelled.run(step)));

    expect(outcomes.filter((result) => result && result.outcome.status >= 500)).toEqual([]);
    await modelled.unhideAll();
    const events = await readEvents(board, work_id);
    await expectReplay(work_id, created_at, events);
    for (const name of ['a', 'b']) {
      const fences = fencesOf(events, name);
      expect(fences).toEqual(fences.map((_, i) => i + 1));
    }
  });

  await fc.assert(property, { numRuns: Math.ceil(SEQUENCES / 3) });
}, 1_800_000);
