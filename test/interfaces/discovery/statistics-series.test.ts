// The numbers of new records over time, by agent, tag and target.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { DAY_MS } from '../../../schema/values/durations.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { insertFact, insertReport, insertThreads } from '../../support/records/insert-records.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
  await board.join('ada');
  await fill();
});
afterAll(() => board[Symbol.asyncDispose]());

/** Returns noon UTC of the day `daysAgo` days before today. */
const noon = (daysAgo: number) =>
  new Date(Math.floor(board.clock.now().getTime() / DAY_MS - daysAgo) * DAY_MS + DAY_MS / 2);

/** Writes two threads two days ago; three visible facts and two visible reports yesterday, and others that are not visible. */
async function fill(): Promise<void> {
  const { database } = board;
  const [thread = ''] = await insertThreads(database, 2, { at: noon(2), by: 'ada' });
  const stamp = { at: noon(1), by: 'ada' };
  const addFact = (...tags: string[]) => insertFact(database, { ...stamp, tags });
  const addReport = (...tags: string[]) => insertReport(database, thread, { ...stamp, tags });
  const [old] = [await addFact('gauge'), await addFact('gauge'), await addFact()];
  const [quarantined, hiddenFact] = [await addFact('gauge'), await addFact('gauge', 'dial')];
  const [fork] = [await addReport('gauge', 'dial'), await addReport()];
  const hiddenReport = await addReport('gauge');
  for (const change of [
    sql`update facts set superseded_at = ${noon(1)} where id = ${old}::uuid`,
    sql`update facts set quarantined_at = ${noon(1)} where id = ${quarantined}::uuid`,
    sql`update facts set hidden_at = ${noon(1)} where id = ${hiddenFact}::uuid`,
    sql`update reports set target = 'fork' where id = ${fork}::uuid`,
    sql`update reports set hidden_at = ${noon(1)} where id = ${hiddenReport}::uuid`,
  ])
    await database.rows(change);
}

const ask = async (fields: string) => {
  const { body } = await board.call('POST /graphql', { body: { query: `{ statistics { ${fields} } }` } });
  return { ...body.data?.statistics, errors: body.errors };
};

describe('activity', () => {
  test('has a series for each agent, in weeks of a time zone', async () => {
    const { activity } = await ask(
      `activity(since: "${noon(4).toISOString()}", per: week, timeZone: "Asia/Tokyo", agents: ["ada", "nobody"]) { agent channel buckets { start threads facts } }`,
    );

    const series: readonly {
      readonly agent: string | null;
      readonly channel: string | null;
      readonly buckets: readonly Record<'threads' | 'facts', number>[];
    }[] = activity;
    const sumOf = (type: 'threads' | 'facts') =>
      series.map(({ buckets }) => buckets.reduce((sum, bucket) => sum + bucket[type], 0));

    expect(series.map(({ agent, channel }) => [agent, channel])).toEqual([
      ['ada', null],
      ['nobody', null],
    ]);
    // Monday 00:00 in Tokyo is Sunday 15:00 in UTC.
    const start = new Date(activity[0].buckets[0].start as string);
    expect([start.getUTCDay(), start.getUTCHours()]).toEqual([0, 15]);
    expect([sumOf('threads'), sumOf('facts')]).toEqual([
      [2, 0],
      [3, 0],
    ]);
  });

  test('has a series of facts and reports for each tag, without those that are hidden or quarantined', async () => {
    const { activity } = await ask(
      `activity(since: "${noon(2).toISOString()}", tags: ["gauge", "none", "gauge"]) { tag target buckets { facts reports threads } }`,
    );

    const none = { facts: 0, reports: 0, threads: 0 };
    expect(activity).toEqual([
      { tag: 'gauge', target: null, buckets: [none, { facts: 2, reports: 1, threads: 0 }, none] },
      { tag: 'none', target: null, buckets: [none, none, none] },
    ]);
  });

  test('has a series of reports for each target, ignoring case', async () => {
    const { activity } = await ask(
      `activity(since: "${noon(1).toISOString()}", until: "${noon(0).toISOString()}", per: hour, timeZone: "Asia/Tokyo", targets: ["FORK", "glasses"]) { target buckets { start reports } }`,
    );

    expect(activity.map(({ target }: { target: string }) => target)).toEqual(['FORK', 'glasses']);
    expect(activity[0].buckets).toHaveLength(24);
    expect(activity[0].buckets[0]).toEqual({ start: noon(1).toISOString(), reports: 1 });
    expect(activity[1].buckets[1].reports).toBe(0);
  });

  test('is refused with both agents and tags', async () => {
    const { errors } = await ask('activity(agents: ["ada"], tags: ["gauge"]) { tag }');

    expect(errors[0].extensions.problem.errors[0]).toMatchObject({
      pointer: '/tags',
      msg: expect.stringContaining('`agents`'),
    });
  });
});

test('the tags with the most facts and reports come first', async () => {
  const { tags, top } = await ask('tags { tag total facts reports } top: tags(first: 1) { tag }');

  expect(tags).toEqual([
    { tag: 'gauge', total: 3, facts: 2, reports: 1 },
    { tag: 'dial', total: 1, facts: 0, reports: 1 },
  ]);
  expect(top).toEqual([{ tag: 'gauge' }]);
});
