import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, sql } from '../../prisma/client.ts';
import { applyEvent, type Happening } from '../../schema/events/rules.ts';
import { type Packet, readPacket } from '../../schema/work/rules.ts';
import { findPacket } from '../../schema/work/statements.ts';
import type { TestAgent } from '../support/agent.ts';
import { openBoard, type TestBoard } from '../support/board.ts';
import { act, makeWork, type Outcome, readEvents, readWork } from '../support/work.ts';
import { TIMES, WorkModel } from '../support/work-model.ts';

/** Sequences to try; a thousand and more by hand: WORK_SEQUENCES=1000. */
const SEQUENCES = Number(process.env['WORK_SEQUENCES'] ?? 40);

const OPERATORS = { bob: 'Acme', dan: 'acme ', eve: 'Other' };
const NAMES = ['ada', 'bob', 'dan', 'eve'] as const;
const SAME = { bob: 'acme', dan: 'acme', eve: 'other' };

let board: TestBoard;
const agents: Record<string, TestAgent> = {};

beforeAll(async () => {
  board = await openBoard();
  for (const name of NAMES) {
    const operator = OPERATORS[name as keyof typeof OPERATORS];
    agents[name] = await board.join(name, { provenance: operator ? { operator: { name: operator } } : {} });
  }
});

afterAll(() => board[Symbol.asyncDispose]());

/** Often the one who may, for otherwise little would happen. */
const who = fc.constantFrom<(typeof NAMES)[number]>(...NAMES);
const pick = fc.nat(7);
/** What is said of a version or a fence: nothing, what is so, or something else. */
const word = fc.constantFrom('none', 'right', 'right', 'wrong');
const scope = fc.constantFrom('a', 'b');
const seconds = fc.constantFrom(1, 300, 599, 600, 1199, 1200, 2400);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ call: fc.constant('claim'), who, scope, word }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constantFrom('renew', 'release'), who, pick, word }) },
  {
    weight: 5,
    arbitrary: fc.record({ call: fc.constant('submit'), who, pick, word, late: fc.boolean(), fence: word }),
  },
  { weight: 3, arbitrary: fc.record({ call: fc.constant('review'), who, pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      call: fc.constantFrom('accept', 'reject', 'repair', 'repair'),
      who: fc.constantFrom('ada', 'ada', 'ada', 'bob'),
      pick,
      word,
    }),
  },
  { weight: 1, arbitrary: fc.record({ call: fc.constantFrom('close', 'look'), who, pick, word }) },
  { weight: 3, arbitrary: fc.record({ call: fc.constant('pass'), seconds }) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value & Record<string, unknown> : never;

/** A packet on the board and in the model, and what the board called what the model numbers. */
class Pair {
  readonly model: WorkModel;
  readonly work_id: string;
  readonly claims: string[] = [];
  readonly handed: string[] = [];

  constructor(work_id: string, needs: number) {
    this.work_id = work_id;
    this.model = new WorkModel(needs, SAME);
  }

  version(said: unknown): number | undefined {
    if (said === 'none') return undefined;
    return said === 'right' ? this.model.version : this.model.version + 1;
  }

  /** Runs a step in both; what each answered, or nothing where there is nothing to do it to. */
  async take(step: Step): Promise<{ expected: string | null; outcome: Outcome } | null> {
    const { call, who: name, pick: place = 0 } = step as { call: string; who: string; pick?: number };
    const { model, work_id } = this;
    const agent = agents[name]!;
    const version = this.version(step['word']);
    if (call === 'claim') {
      const before = model.claims.length;
      const expected = model.claim(name, String(step['scope']), version);
      const outcome = await act('rest', agent, 'claim', { work_id, scope: step['scope'], version });
      if (model.claims.length > before) this.claims.push(outcome.record?.claim_id);
      return { expected, outcome };
    }
    if (call === 'renew' || call === 'release' || call === 'submit') {
      const index = place % Math.max(1, this.claims.length);
      const claim = model.claims[index];
      if (!claim) return null;
      // Mostly its own claim: most work is done by who has claimed it.
      const by = place > 5 ? name : claim.by;
      const said = call === 'submit' ? step['fence'] : step['word'];
      const fence = said === 'wrong' ? claim.fence - 1 : claim.fence;
      const claim_id = this.claims[index];
      if (call !== 'submit') {
        const expected = model.hold(call, by, index, fence);
        return { expected, outcome: await act('rest', agents[by]!, call, { work_id, claim_id, fence }) };
      }
      const candidate = Boolean(step['late']);
      const told = said === 'none' ? {} : { fence };
      const before = model.handed.length;
      const asked = { ...told, candidate, ...(version !== undefined && { version }) };
      const expected = model.submit(by, index, asked);
      const input = { work_id, claim_id, artifact: 'x', ...asked };
      const outcome = await act('rest', agents[by]!, 'submit', input);
      if (model.handed.length > before) this.handed.push(outcome.record?.submission_id);
      return { expected, outcome };
    }
    // What was handed in last is what most is done to.
    const index = this.handed.length - 1 - (place > 4 ? place % Math.max(1, this.handed.length) : 0);
    if (call === 'close') {
      const expected = model.dispose(name, 'close', 0, version);
      return {
        expected,
        outcome: await act('rest', agent, 'dispose', { work_id, action: 'close', version }),
      };
    }
    if (index < 0) return null;
    const submission_id = this.handed[index];
    if (call === 'review') {
      const input = { work_id, submission_id, verdict: 'approve', evidence: 'e' };
      return { expected: model.review(name, index), outcome: await act('rest', agent, 'review', input) };
    }
    const expected = model.dispose(name, call, index, version);
    const input = { work_id, action: call, submission_id, version, note: 'because' };
    return { expected, outcome: await act('rest', agent, 'dispose', input) };
  }
}

/** The stored packet, without what is no part of its history. */
async function storedState(database: Database, id: string): Promise<Packet> {
  const row = await findPacket(database, id);
  return readPacket(row!);
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

/** Replays the public history, and nothing else, on the packet as it was made. */
function replay(start: Packet, events: readonly Record<string, unknown>[]): Replayed {
  let packet = start;
  const [claims, submissions]: Record<string, string>[] = [{}, {}];
  for (const event of events) {
    packet = applyEvent(packet, {
      ...(event as unknown as Happening),
      at: new Date(String(event['at'])),
      claimId: event['claim_id'] as string,
      submissionId: event['submission_id'] as string,
    });
    for (const { claim, submission } of packet.scopes) {
      if (claim) claims![claim.id] = claim.status;
      if (submission) submissions![submission.id] = submission.status;
    }
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
  claim_ttl_seconds: TIMES.claim,
  review_ttl_seconds: TIMES.review,
  min_independent_reviews: needs,
  expires_at: new Date(board.clock.now().getTime() + TIMES.packet * 1000).toISOString(),
});

test(`whatever agents do and however the clock jumps, the board does what the table says (${SEQUENCES} sequences)`, async () => {
  let refused = 0;
  let done = 0;
  const property = async (needs: number, steps: Step[]) => {
    const begun = board.clock.now().getTime();
    const made = await makeWork(agents['ada']!, policy(needs));
    const { work_id } = made;
    const pair = new Pair(work_id, needs);
    for (const taken of steps) {
      if (taken.call === 'look') await readEvents(board, work_id);
      if (taken.call === 'pass') {
        const { seconds: passed } = taken as { seconds: number };
        board.clock.pass({ seconds: passed });
        pair.model.pass(passed);
      }
      if (taken.call === 'pass' || taken.call === 'look') continue;
      const both = await pair.take(taken);
      if (both) expect([taken, both.outcome.code]).toEqual([taken, both.expected]);
      if (both?.expected === null) done++;
      else if (both) refused++;
    }

    const { model } = pair;
    const seen = await readWork(board, work_id);
    expect([seen.status, seen.version]).toEqual([model.status, model.version]);
    for (const { name, state, fence, claim } of seen.scopes) {
      const expected = model.scopes[name]!;
      expect([name, state, fence]).toEqual([name, expected.state, expected.fence]);
      const holder = expected.state === 'claimed' ? model.claims[expected.claim!]!.by : undefined;
      expect(claim?.by).toBe(holder);
    }
    const events = await readEvents(board, work_id);
    const told = events.map(({ kind, at }) => `${kind} ${(new Date(at).getTime() - begun) / 1000}`);
    expect(told).toEqual(model.events);
    await expectReplay(work_id, made.created_at, events);
    const grants = events.filter(({ kind }) => kind === 'claim.granted' || kind === 'claim.regranted');
    for (const name of ['a', 'b']) {
      const fences = grants.filter((event) => event.scope === name).map(({ data }) => data.fence);
      expect(fences).toEqual(fences.map((_, i) => i + 1));
    }
  };

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 0, 1),
      fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }),
      (needs, steps) => property(needs, steps as Step[]),
    ),
    { numRuns: SEQUENCES },
  );

  process.stdout.write(`${done} done, ${refused} refused\n`);
  expect(done).toBeGreaterThan(SEQUENCES);
}, 1_800_000);
