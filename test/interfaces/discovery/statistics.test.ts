import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { DAY_MS } from '../../../schema/values/durations.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import {
  insertFact,
  insertInquiry,
  insertReport,
  insertThreads,
} from '../../support/records/insert-records.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  [ada] = [await board.join('ada'), await board.join('bob')];
  await fill();
});
afterAll(() => board[Symbol.asyncDispose]());

/** Returns noon UTC of the day `daysAgo` days before today. */
const noon = (daysAgo: number) =>
  new Date(Math.floor(board.clock.now().getTime() / DAY_MS - daysAgo) * DAY_MS + DAY_MS / 2);

const execute = (statement: ReturnType<typeof sql>) => board.database.rows(statement);

/** Writes four threads two days ago (one by bob), other records yesterday, and a thread with two posts now. */
async function fill(): Promise<void> {
  const { database } = board;
  const [first = ''] = await insertThreads(database, 3, { at: noon(2), by: 'ada' });
  await insertThreads(database, 1, { at: noon(2), by: 'bob', channel: 'persist' });
  const stamp = { at: noon(1), by: 'ada' };
  const facts = [];
  for (let i = 0; i < 5; i++) facts.push(await insertFact(database, stamp));
  const [old, stale, quarantined] = facts;
  await execute(sql`update facts set superseded_at = ${noon(1)} where id = ${old}::uuid`);
  await execute(
    sql`update facts set decay_after = ${noon(1)} where id = any(${[stale, quarantined]}::uuid[])`,
  );
  await execute(sql`update facts set quarantined_at = ${noon(1)} where id = ${quarantined}::uuid`);
  for (let i = 0; i < 3; i++) await insertReport(database, first, stamp);
  await execute(sql`
    update reports set outcome = 'failed', error = 'x', target = 'fork', stale_at = ${noon(1)}
    where id = (select id from reports limit 1)`);
  // Two reports spell one target differently. The statistics have the spelling of the newest report.
  await execute(
    sql`update reports set target = 'GLASSES' where id = (select id from reports where target = 'glasses' limit 1)`,
  );
  await execute(sql`update reports set created_at = created_at + interval '1 ms' where target = 'glasses'`);
  await insertInquiries();
  const { thread_id: thread } = await ada.openThread('Engines', 'general', 'one');
  await ada.post(thread, 'two');
  await execute(sql`update posts set hidden_at = ${board.clock.now()} where body = 'two'`);
}

/**
 * Inserts ten inquiries: four are answered, after 10, 20, 30 and 100 seconds; three are claimed, two of them with an
 * expired claim; one is closed.
 */
async function insertInquiries(): Promise<void> {
  const ids = [];
  for (let i = 0; i < 10; i++) ids.push(await insertInquiry(board.database, { at: noon(1), by: 'bob' }));
  await execute(sql`
    update inquiries set status = 'answered', answer_count = 1,
      first_answered_at = created_at + answered.seconds * interval '1 s'
    from unnest(${ids.slice(0, 4)}::uuid[], '{10,20,30,100}'::int[]) as answered(id, seconds)
    where inquiries.id = answered.id`);
  await execute(sql`
    update inquiries set status = 'claimed', claimed_by = 'ada', claimed_at = created_at,
      claim_expires_at = ${board.clock.now()}::timestamptz + claimed.minutes * interval '1 min'
    from unnest(${ids.slice(4, 7)}::uuid[], '{-1,0,1}'::int[]) as claimed(id, minutes)
    where inquiries.id = claimed.id`);
  await execute(
    sql`update inquiries set status = 'closed', closed_at = created_at where id = ${ids[9]}::uuid`,
  );
}

const ask = async (fields: string, target = board) => {
  const { body } = await target.call('POST /graphql', { body: { query: `{ statistics { ${fields} } }` } });
  return { ...body.data?.statistics, errors: body.errors };
};

describe('the overview', () => {
  test('counts all records except hidden and quarantined ones', async () => {
    const { overview } = await ask(`overview {
      agents channels threads posts answers
      facts { total current superseded stale staleShare }
      reports { total worked failed partial inconclusive stale staleShare }
    }`);

    expect(overview).toEqual({
      agents: 2,
      channels: 4,
      threads: 5,
      posts: 1,
      answers: 0,
      facts: { total: 4, current: 3, superseded: 1, stale: 1, staleShare: 1 / 3 },
      reports: { total: 3, worked: 2, failed: 1, partial: 0, inconclusive: 0, stale: 1, staleShare: 1 / 3 },
    });
  });

  test('counts an inquiry with an expired claim as open', async () => {
    const { overview } = await ask('overview { inquiries { total open claimed answered closed } }');

    expect(overview.inquiries).toEqual({ total: 10, open: 4, claimed: 1, answered: 4, closed: 1 });
  });
});

describe('activity', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      new Date(noon(count - 1 - i).getTime() - DAY_MS / 2).toISOString(),
    );

  test('has a bucket for every day, also for days without records', async () => {
    const { activity } = await ask(
      `activity(since: "${noon(4).toISOString()}") { channel buckets { start threads posts inquiries facts reports } }`,
    );

    const none = { threads: 0, posts: 0, inquiries: 0, facts: 0, reports: 0 };
    const [d4, d3, d2, d1, d0] = days(5);
    expect(activity).toEqual([
      {
        channel: null,
        buckets: [
          { ...none, start: d4 },
          { ...none, start: d3 },
          { ...none, start: d2, threads: 4 },
          { ...none, start: d1, inquiries: 10, facts: 4, reports: 3 },
          { ...none, start: d0, threads: 1, posts: 1 },
        ],
      },
    ]);
  });

  test('counts from `since`, inclusive, up to `until`, exclusive', async () => {
    const at = noon(2).toISOString();
    const after = new Date(noon(2).getTime() + 1).toISOString();
    const before = noon(3).toISOString();

    const counts = await ask(`
      from: activity(since: "${at}", until: "${after}") { buckets { threads } }
      upTo: activity(since: "${before}", until: "${at}") { buckets { threads } }`);

    expect(counts.from).toEqual([{ buckets: [{ threads: 4 }] }]);
    expect(counts.upTo).toEqual([{ buckets: [{ threads: 0 }, { threads: 0 }] }]);
  });

  test('has a series for each requested channel', async () => {
    const { activity } = await ask(
      `activity(since: "${noon(3).toISOString()}", channels: ["persist", "general", "persist"]) { channel buckets { threads } }`,
    );

    expect(activity).toEqual([
      { channel: 'persist', buckets: [0, 1, 0, 0].map((threads) => ({ threads })) },
      { channel: 'general', buckets: [0, 3, 0, 1].map((threads) => ({ threads })) },
    ]);
  });

  test('can be counted by hour', async () => {
    const { activity } = await ask(
      `activity(since: "${noon(2).toISOString()}", until: "${noon(1).toISOString()}", per: hour) { buckets { start threads } }`,
    );

    const [{ buckets }] = activity;
    expect(buckets).toHaveLength(24);
    expect(buckets[0]).toEqual({ start: noon(2).toISOString(), threads: 4 });
  });

  test.each([
    ['since: "2026-01-01T00:00:00Z", until: "2026-01-01T00:00:00Z"', 'until'],
    ['since: "2025-01-01T00:00:00Z", until: "2026-01-02T00:00:01Z"', 'since'],
    ['since: "2026-01-01T00:00:00Z", until: "2026-02-01T00:00:00Z", per: hour', 'per'],
  ])('is refused for (%s)', async (args, argument) => {
    const { activity, errors } = await ask(`activity(${args}) { buckets { threads } }`);

    expect([activity, errors[0].extensions.code]).toEqual([null, 'validation_failed']);
    expect(errors[0].extensions.problem.errors[0].loc).toContain(argument);
  });

  test('of an unknown channel is not_found', async () => {
    const { errors } = await ask('activity(channels: ["genral"]) { buckets { threads } }');

    expect(errors[0].extensions.code).toBe('not_found');
  });

  test('can span a leap year', async () => {
    const { activity } = await ask(
      'activity(since: "2024-01-01T00:00:00Z", until: "2025-01-01T00:00:00Z") { buckets { posts } }',
    );

    expect(activity[0].buckets).toHaveLength(366);
  });
});

describe('the statistics', () => {
  test('have the share of answered inquiries and their answer times', async () => {
    const { all, none } = await ask(`
      all: answering { asked answered answeredShare medianSeconds p90Seconds }
      none: answering(channel: "general") { asked answered answeredShare medianSeconds p90Seconds }`);

    expect(all).toMatchObject({ asked: 10, answered: 4, answeredShare: 0.4, medianSeconds: 25 });
    expect(all.p90Seconds).toBeCloseTo(79);
    expect(none).toEqual({ asked: 0, answered: 0, answeredShare: 0, medianSeconds: null, p90Seconds: null });
  });

  test('have the outcomes of each target, the most reported first', async () => {
    const { targets, top } = await ask(`
      targets { target reports worked failed partial inconclusive stale }
      top: targets(first: 1) { target }`);

    expect(targets).toEqual([
      { target: 'glasses', reports: 2, worked: 2, failed: 0, partial: 0, inconclusive: 0, stale: 0 },
      { target: 'fork', reports: 1, worked: 0, failed: 1, partial: 0, inconclusive: 0, stale: 1 },
    ]);
    expect(top).toEqual([{ target: 'glasses' }]);
  });

  test('have the agents that wrote the most records', async () => {
    const fields = '{ handle total threads posts inquiries facts reports }';
    const { agents, earlier } = await ask(`
      agents ${fields}
      earlier: agents(since: "${noon(2).toISOString()}", until: "${noon(1).toISOString()}") { handle total }`);

    expect(agents).toEqual([
      { handle: 'ada', total: 12, threads: 4, posts: 1, inquiries: 0, facts: 4, reports: 3 },
      { handle: 'bob', total: 11, threads: 1, posts: 0, inquiries: 10, facts: 0, reports: 0 },
    ]);
    expect(earlier).toEqual([
      { handle: 'ada', total: 3 },
      { handle: 'bob', total: 1 },
    ]);
  });

  test('cost 150 points per field: 33 fields fit into a document, 34 do not', async () => {
    const askTargets = (count: number) =>
      ask(Array.from({ length: count }, (_, i) => `a${i}: targets(first: 1) { target }`).join(' '));

    const [many, tooMany] = [await askTargets(33), await askTargets(34)];

    expect(many.errors).toBeUndefined();
    expect(tooMany.errors[0].extensions.code).toBe('query_too_complex');
  });

  test('are computed once for equal requests in the same window of ten seconds', async () => {
    await using otherBoard = await openBoard();
    await otherBoard.join('bob');
    const insert = () => insertThreads(otherBoard.database, 1, { at: otherBoard.clock.now(), by: 'bob' });
    await insert();
    const before = await ask('agents { handle total }', otherBoard);
    await insert();

    const soon = await ask('agents { handle total }', otherBoard);
    otherBoard.clock.advance({ seconds: 10 });
    const later = await ask('agents { handle total }', otherBoard);

    const totalOf = ({ agents }: typeof before): number =>
      agents.find(({ handle }: { handle: string }) => handle === 'bob').total;
    expect([totalOf(soon), totalOf(later)]).toEqual([totalOf(before), totalOf(before) + 1]);
  });

  test('are computed once for aliases of one field', async () => {
    const aliases = Array.from({ length: 12 }, (_, i) => `a${i}: agents(first: 7) { handle }`).join(' ');

    const { sent } = await recordStatements(board.database, () => ask(aliases));

    expect(sent.filter(({ text }) => text.includes('with author as'))).toHaveLength(1);
  });
});
