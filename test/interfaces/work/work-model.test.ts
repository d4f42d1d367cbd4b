import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, sql } from '../../../prisma/client.ts';
import { applyEvent } from '../../../schema/work/apply-event.ts';
import type { WorkEventInput } from '../../../schema/work/work-event.ts';
import type { Packet } from '../../../schema/work/packet-state.ts';
import { toPacket } from '../../../schema/work/stored-packet.ts';
import { findPacket } from '../../../schema/work/packets/statements.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createWork, readEvents, readWork } from '../../support/records/work.ts';
import { DURATIONS, type WorkModel } from '../../support/records/work-model.ts';
import {
  randomStep,
  type StepOutcome,
  AGENT_NAMES,
  DECLARED_OPERATORS,
  ModelledPacket,
  type Step,
} from '../../support/records/model-comparison.ts';

/** Sequences to try; a thousand and more by hand: WORK_SEQUENCES=1000. */
const SEQUENCES = Number(process.env['WORK_SEQUENCES'] ?? 40);

let board: TestBoard;
const agents: Record<string, TestAgent> = {};

beforeAll(async () => {
  board = await openBoard();
  for (const name of AGENT_NAMES) {
    const operator = DECLARED_OPERATORS[name];
    agents[name] = await board.join(name, { provenance: operator ? { operator: { name: operator } } : {} });
  }
});

afterAll(() => board[Symbol.asyncDispose]());

/** The stored packet, without what is no part of its history. */
async function storedState(database: Database, id: string): Promise<Packet> {
  const row = await findPacket(database, id);
  return toPacket(row!);
}

/** The packet as it was made. */
const pristine = (packet: Packet, createdAt: Date): Packet => ({
  ...{ ...packet, status: 'open', version: 1, eventsHead: 0, changedAt: createdAt },
  scopes: packet.scopes.map(({ name, description }) => ({
    ...{ name, description, state: 'open', fence: 0, submissions: 0 },
    ...{ repairNote: null, claim: null, submission: null },
  })),
});

interface Replayed {
  readonly packet: Packet;
  readonly claims: Record<string, string>;
  readonly submissions: Record<string, string>;
}

const statusesOf = (parts: readonly ({ id: string; status: string } | null)[]): Record<string, string> =>
  Object.fromEntries(parts.flatMap((part) => (part ? [[part.id, part.status]] : [])));

/** Replays the public history, and nothing else, on the packet as it was made. */
function replay(start: Packet, events: readonly Record<string, unknown>[]): Replayed {
  let packet = start;
  const [claims, submissions]: Record<string, string>[] = [{}, {}];
  for (const event of events) {
    packet = applyEvent(packet, {
      ...(event as unknown as WorkEventInput),
      at: new Date(String(event['at'])),
      claimId: event['claim_id'] as string,
      submissionId: event['submission_id'] as string,
    });
    Object.assign(claims!, statusesOf(packet.scopes.map(({ claim }) => claim)));
    Object.assign(submissions!, statusesOf(packet.scopes.map(({ submission }) => submission)));
    if (event['kind'] === 'submission.candidate') submissions![String(event['submission_id'])] = 'candidate';
  }
  return { packet, claims: claims!, submissions: submissions! };
}

async function statuses(table: 'claims' | 'submissions', id: string): Promise<Record<string, string>> {
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
  const stored = await storedState(board.database, work_id);
  const replayed = replay(pristine(stored, new Date(createdAt)), events);
  expect(replayed.packet).toEqual(stored);
  expect(replayed.claims).toEqual(await statuses('claims', work_id));
  expect(replayed.submissions).toEqual(await statuses('submissions', work_id));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
}

const policy = (needs: number) => ({
  scopes: ['a', 'b'],
  claim_ttl_seconds: DURATIONS.claim,
  review_ttl_seconds: DURATIONS.review,
  min_independent_reviews: needs,
  expires_at: new Date(board.clock.now().getTime() + DURATIONS.packet * 1000).toISOString(),
});

const ofFences = (events: readonly Body[], name: string): number[] =>
  events
    .filter(({ kind, scope }) => ['claim.granted', 'claim.regranted'].includes(kind) && scope === name)
    .map(({ data }) => data.fence);

let done = 0;
let refused = 0;

async function runSteps(
  pair: ModelledPacket,
  steps: readonly Step[],
  look: () => Promise<unknown>,
): Promise<void> {
  for (const step of steps) {
    if (step.call === 'look') await look();
    else if (step.call === 'pass') pass(pair, step);
    else expectSame(step, await pair.run(step));
  }
}

function pass({ model }: ModelledPacket, { seconds }: Step): void {
  board.clock.advance({ seconds });
  model.advance(seconds);
}

function expectSame(step: Step, both: StepOutcome | null): void {
  if (!both) return;
  expect([step, both.outcome.code]).toEqual([step, both.expected]);
  if (both.expected === null) done++;
  else refused++;
}

function expectScopes(model: WorkModel, seen: Body): void {
  expect([seen.status, seen.version]).toEqual([model.status, model.version]);
  for (const { name, state, fence, claim } of seen.scopes) {
    const expected = model.scopes[name]!;
    const holder = expected.state === 'claimed' ? model.claims[expected.claim!]!.by : undefined;
    expect([name, state, fence, claim?.by]).toEqual([name, expected.state, expected.fence, holder]);
  }
}

async function expectModelled(needs: number, steps: readonly Step[]): Promise<void> {
  const begun = board.clock.now().getTime();
  const { work_id, created_at } = await createWork(agents['ada']!, policy(needs));
  const pair = new ModelledPacket(work_id, needs, agents);
  await runSteps(pair, steps, () => readEvents(board, work_id));

  expectScopes(pair.model, await readWork(board, work_id));
  const events = await readEvents(board, work_id);
  const told = events.map(({ kind, at }) => `${kind} ${(Date.parse(at) - begun) / 1000}`);
  expect(told).toEqual(pair.model.events);
  await expectReplay(work_id, created_at, events);
  for (const name of ['a', 'b']) {
    const fences = ofFences(events, name);
    expect(fences).toEqual(fences.map((_, i) => i + 1));
  }
}

test(`whatever agents do and however the clock jumps, the board does what the table says, and a replay of the events is the packet (${SEQUENCES} sequences)`, async () => {
  const steps = fc.array(randomStep, { minLength: 8, maxLength: 30, size: 'max' });

  await fc.assert(fc.asyncProperty(fc.constantFrom(0, 0, 1), steps, expectModelled), { numRuns: SEQUENCES });

  expect(done).toBeGreaterThan(SEQUENCES);
  expect(refused).toBeGreaterThan(SEQUENCES);
}, 1_800_000);

test('whatever agents do at once, the history has no gaps, its fences rise, and its replay is the packet', async () => {
  const steps = fc.array(randomStep, { minLength: 12, maxLength: 20, size: 'max' });

  const property = fc.asyncProperty(steps, async (crowd) => {
    const { work_id, created_at } = await createWork(agents['ada']!, policy(0));
    const pair = new ModelledPacket(work_id, 0, agents);
    // A first half in order, so that there is something to fight for; its other half all at once.
    await runSteps(pair, crowd.slice(0, 6), () => Promise.resolve());
    const fighting = crowd.slice(6).filter(({ call }) => call !== 'pass' && call !== 'look');
    const outcomes = await Promise.all(fighting.map((step) => pair.run(step)));

    expect(outcomes.filter((both) => both && both.outcome.status >= 500)).toEqual([]);
    const events = await readEvents(board, work_id);
    await expectReplay(work_id, created_at, events);
    for (const name of ['a', 'b']) {
      const fences = ofFences(events, name);
      expect(fences).toEqual(fences.map((_, i) => i + 1));
    }
  });

  await fc.assert(property, { numRuns: Math.ceil(SEQUENCES / 3) });
}, 1_800_000);
