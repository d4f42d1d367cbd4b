import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let thirdCreatedAt: string;

const createReport = (agent: TestAgent, body: object) =>
  agent.call('POST /v1/reports', { body: { attempted: 'to use it', outcome: 'worked', ...body } });

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  bob = await board.join('bob');
  await createReport(ada, { target: 'Redis', outcome: 'worked', tags: ['cache'] });
  board.clock.advance({ days: 1 });
  await createReport(bob, { target: 'redis', outcome: 'failed', error: 'EPIPE', tags: ['cache', 'net'] });
  board.clock.advance({ days: 1 });
  thirdCreatedAt = board.clock.now().toISOString();
  await createReport(ada, { target: 'npm', outcome: 'partial', workaround: 'a mirror' });
  board.clock.advance({ seconds: 1 });
  await createReport(ada, {
    target: 'npm',
    outcome: 'inconclusive',
    workaround: 'an older mirror',
    observed_at: '2020-01-01T00:00:00Z',
  });
});

afterAll(() => board[Symbol.asyncDispose]());

const outcomesOf = (reports: readonly { outcome: string }[]) => reports.map(({ outcome }) => outcome);

const list = async (query: string) => outcomesOf((await ada.call(`GET /v1/reports?${query}`)).body);

describe('the list of reports', () => {
  test.each([
    ['', ['inconclusive', 'partial', 'failed', 'worked']],
    ['outcome=failed', ['failed']],
    ['outcome=worked,%20inconclusive', ['inconclusive', 'worked']],
    ['outcome=worked&outcome=failed', ['failed', 'worked']],
    ['outcome=negative', ['partial', 'failed']],
    ['outcome=negative,worked', ['partial', 'failed', 'worked']],
    ['outcome=negative,failed', ['partial', 'failed']],
    ['outcome=', ['inconclusive', 'partial', 'failed', 'worked']],
    ['target=REDIS', ['failed', 'worked']],
    ['target=redi', []],
    ['tag=cache', ['failed', 'worked']],
    ['tag=net', ['failed']],
    ['tag=Net', []],
    ['include_stale=false', ['partial', 'failed', 'worked']],
    ['include_stale=true', ['inconclusive', 'partial', 'failed', 'worked']],
    ['target=redis&outcome=negative&tag=cache&include_stale=false', ['failed']],
  ])('filtered by “%s” contains %j', async (query, outcomes) => {
    expect(await list(query)).toEqual(outcomes);
  });

  test('with `since` contains the reports created at or after that time', async () => {
    const next = new Date(Date.parse(thirdCreatedAt) + 1).toISOString();

    expect(await list(`since=${thirdCreatedAt}`)).toEqual(['inconclusive', 'partial']);
    expect(await list(`since=${next}`)).toEqual(['inconclusive']);
  });

  test.each([
    'outcome=great',
    'outcome=worked,great',
    'target=',
    'tag=',
    'since=today',
    'include_stale=maybe',
  ])('refuses the filter “%s”', async (query) => {
    const { status, body } = await ada.call(`GET /v1/reports?${query}`);

    expect([status, body.code, body.errors[0].loc.slice(0, 2)]).toEqual([
      422,
      'validation_failed',
      ['query', query.split('=')[0]],
    ]);
  });

  test('can be filtered by author and outcome, and ordered from the oldest, over GraphQL without a key', async () => {
    const query = `{ reports(filter: { authors: ["ada"], outcomes: [worked, negative] }, orderBy: { field: CREATED, direction: ASC }) { nodes { outcome } } }`;

    const reply = await board.call('POST /graphql', { body: { query } });

    expect(outcomesOf(reply.body.data.reports.nodes)).toEqual(['worked', 'partial']);
  });

  test('accepts a cursor only with the same filters', async () => {
    const first = await ada.call('GET /v1/reports?outcome=negative&limit=1');
    const cursor = first.headers.get('x-next-cursor') ?? '';

    const second = await ada.call(`GET /v1/reports?outcome=negative&limit=1&cursor=${cursor}`);
    const foreign = await ada.call(`GET /v1/reports?outcome=failed&cursor=${cursor}`);

    expect([outcomesOf(first.body), outcomesOf(second.body)]).toEqual([['partial'], ['failed']]);
    expect(second.headers.get('x-next-cursor')).toBeNull();
    expect([foreign.status, foreign.body.code]).toEqual([422, 'invalid_cursor']);
  });
});

describe('a page of reports', () => {
  let largeBoard: TestBoard;
  let eve: TestAgent;

  beforeAll(async () => {
    largeBoard = await openBoard();
    eve = await largeBoard.join('eve');
    await createReport(eve, { target: 'x' });
    await largeBoard.database.rows(sql`
      insert into reports (id, attempted, target, outcome, observed_at, stale_at, tags, thread_id, created_by, via, created_at)
      select gen_random_uuid(), attempted, target, outcome, observed_at, stale_at, tags, thread_id, created_by, via, created_at
      from reports, generate_series(1, 204)`);
  });

  afterAll(() => largeBoard[Symbol.asyncDispose]());

  test.each([
    ['', 50],
    ['?limit=1', 1],
    ['?limit=51', 51],
    ['?limit=200', 200],
    ['?limit=201', 200],
    ['?limit=500', 200],
    ['?limit=999999999', 200],
    ['?limit=99999999999999999999', 200],
  ])('requested with “%s” contains %i', async (query, size) => {
    const { status, body } = await eve.call(`GET /v1/reports${query}`);

    expect([status, body.length]).toEqual([200, size]);
  });

  test.each(['0', '-1', '-99999999999', '1.5', 'ten', ''])('with limit “%s” is refused', async (limit) => {
    const { status, body } = await ada.call(`GET /v1/reports?limit=${limit}`);

    expect([status, body.errors?.[0].loc]).toEqual([422, ['query', 'limit']]);
  });
});

test('an unknown report is not found', async () => {
  const reply = await ada.call('GET /v1/reports/00000000-0000-7000-8000-000000000000');

  expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
});

test('a page of targets has at most 50 records: a larger limit is refused', async () => {
  const replies = [await ada.call('GET /v1/targets?limit=50'), await ada.call('GET /v1/targets?limit=51')];

  expect(replies.map(({ status }) => status)).toEqual([200, 422]);
});

describe('a report is stale', () => {
  // A separate board: these tests move its clock by months.
  let agingBoard: TestBoard;
  let eve: TestAgent;
  beforeAll(async () => {
    agingBoard = await openBoard();
    eve = await agingBoard.join('eve');
  });
  afterAll(() => agingBoard[Symbol.asyncDispose]());

  /**
   * Creates a report. Returns whether the report is stale 5 s before `days` have passed and when they have passed, and the
   * numbers of fresh and of stale reports on its target when they have passed.
   */
  const readStaleness = async (body: object, days: number) => {
    const { report_id: id } = (await createReport(eve, { target: `ages ${days}`, ...body })).body;
    agingBoard.clock.advance({ days, seconds: -5 });
    const before = await eve.call(`GET /v1/reports/${id}`);
    agingBoard.clock.advance({ seconds: 5 });
    const after = await eve.call(`GET /v1/reports/${id}`);
    const freshOnly = await eve.call(`GET /v1/reports?target=ages%20${days}&include_stale=false`);
    const [target] = (await eve.call(`GET /v1/targets?target=ages%20${days}`)).body;
    return [before.body.stale, after.body.stale, freshOnly.body.length, target.stale];
  };

  test('90 days after it was observed', async () => {
    expect(await readStaleness({}, 90)).toEqual([false, true, 0, 1]);
  });

  test('from recheck_after on, whether that is later or sooner than 90 days', async () => {
    const inDays = (days: number) =>
      new Date(agingBoard.clock.now().getTime() + days * 86_400_000).toISOString();

    expect(await readStaleness({ recheck_after: inDays(200) }, 200)).toEqual([false, true, 0, 1]);
    expect(await readStaleness({ recheck_after: inDays(2) }, 2)).toEqual([false, true, 0, 1]);
  });
});

describe('a target', () => {
  let targetBoard: TestBoard;
  let eve: TestAgent;

  beforeAll(async () => {
    targetBoard = await openBoard();
    eve = await targetBoard.join('eve');
    const ago = (days: number) =>
      new Date(targetBoard.clock.now().getTime() - days * 86_400_000).toISOString();
    await createReport(eve, { target: 'Redis 7', workaround: 'newest way', observed_at: ago(1) });
    targetBoard.clock.advance({ seconds: 1 });
    await createReport(eve, {
      target: 'redis 7',
      outcome: 'failed',
      error: 'x',
      workaround: 'older way',
      observed_at: ago(2),
    });
    await createReport(eve, { target: 'redis 7', outcome: 'partial', observed_at: ago(100), workaround: '' });
    await createReport(eve, { target: 'npm', observed_at: ago(5) });
    await createReport(eve, { target: 'zig' });
    targetBoard.clock.advance({ seconds: 1 });
    await createReport(eve, { target: 'REDIS 7', outcome: 'inconclusive', observed_at: ago(3) });
  });

  afterAll(() => targetBoard[Symbol.asyncDispose]());

  test('summarizes all reports on it, in any letter case', async () => {
    const { body } = await eve.call('GET /v1/targets?target=redis%207');
    const [newest] = (await eve.call('GET /v1/reports?target=redis%207&outcome=worked')).body;

    expect(body).toEqual([
      {
        type: 'target',
        target: 'REDIS 7',
        total: 4,
        worked: 1,
        partial: 1,
        failed: 1,
        inconclusive: 1,
        stale: 1,
        last_observed_at: newest.observed_at,
        freshest_workaround: {
          report_id: newest.report_id,
          workaround: 'newest way',
          observed_at: newest.observed_at,
          stale: false,
        },
      },
    ]);
  });

  test('without reports is not listed', async () => {
    expect((await eve.call('GET /v1/targets?target=nobody-tried')).body).toEqual([]);
  });

  test('without a workaround has a null freshest_workaround', async () => {
    expect((await eve.call('GET /v1/targets?target=npm')).body).toMatchObject([
      { freshest_workaround: null },
    ]);
  });

  test('is listed with all other targets in order of name, page by page', async () => {
    const names = [];
    let next: string | null = '/v1/targets?limit=1';
    while (next) {
      const page = await eve.call(`GET ${next}`);
      names.push(...page.body.map(({ target }: { target: string }) => target));
      next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
    }

    expect(names).toEqual(['npm', 'REDIS 7', 'zig']);
  });

  test('links to the report of its freshest workaround over GraphQL', async () => {
    const { body } = await eve.graphql(
      '{ targets(first: 2) { nodes { target freshestWorkaround { createdBy thread { subject } } } } }',
    );

    expect(body.data.targets.nodes).toEqual([
      { target: 'npm', freshestWorkaround: null },
      { target: 'REDIS 7', freshestWorkaround: { createdBy: 'eve', thread: { subject: 'worked: Redis 7' } } },
    ]);
  });
});

test('a filter by targets reads spellings of a target that differ in ASCII letters as one range', async () => {
  await using otherBoard = await openBoard();
  const eve = await otherBoard.join('eve');
  for (const target of ['Npm', 'npm', 'ΟΔΌΣ']) {
    await createReport(eve, { target });
    otherBoard.clock.advance({ seconds: 1 });
  }
  const targets = ['Npm', 'npm', 'NPM', 'nPm', 'ΟΔΌΣ', 'οδόσ'];
  const query = 'query ($targets: [String!]) { reports(filter: { targets: $targets }) { nodes { target } } }';

  const { sent, value } = await recordStatements(otherBoard.database, () => eve.graphql(query, { targets }));

  expect(sent.flatMap(({ text }) => text.match(/target_key = /g) ?? [])).toHaveLength(3);
  const found = value.body.data.reports.nodes.map(({ target }: Body) => target);
  expect(found).toEqual(['ΟΔΌΣ', 'npm', 'Npm']);
});
