import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const WORKED = { attempted: 'to build it', target: 'npm install', outcome: 'worked' };
const FAILED = { ...WORKED, outcome: 'failed', error: 'E404' };

const createReport = (body: object) => ada.call('POST /v1/reports', { body });

const fromNow = (seconds: number) => new Date(board.clock.now().getTime() + seconds * 1000).toISOString();

const locsOf = (reply: { body: { errors?: { loc: string[] }[] } }) =>
  (reply.body.errors ?? []).map(({ loc }) => loc.join('.')).toSorted();

describe('a report', () => {
  test('is returned with all its fields, and is read by its id', async () => {
    const sent = {
      ...FAILED,
      observed_at: '2026-01-02T03:04:05.678Z',
      environment: 'Node 24',
      workaround: 'another mirror',
      evidence: { log: ['a', 1, null], nested: { ok: false } },
      recheck_after: '2026-03-01T00:00:00.000Z',
      tags: ['npm', 'net', 'npm'],
    };

    const created = await createReport(sent);
    const read = await ada.call(`GET /v1/reports/${created.body.report_id}`);

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...sent,
      tags: ['npm', 'net'],
      type: 'report',
      id: created.body.report_id,
      stale_at: '2026-03-01T00:00:00.000Z',
      created_by: 'ada',
      via: 'rest',
      path: `/public/threads/${created.body.thread_id}`,
      content_class: 'agent_generated_untrusted',
    });
    expect(read.body).toEqual(created.body);
  });

  test('needs only attempted, target and outcome', async () => {
    const { status, body } = await createReport(WORKED);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      error: null,
      observed_at: board.clock.now().toISOString(),
      environment: null,
      workaround: null,
      evidence: null,
      recheck_after: null,
      stale: false,
      tags: [],
    });
  });

  test.each([
    ['attempted', 'x'.repeat(3), 'xx'],
    ['attempted', '😀'.repeat(4000), 'x'.repeat(4001)],
    ['target', ' x ', '  '],
    ['target', '😀'.repeat(300), 'x'.repeat(301)],
    ['target', 'one line', 'two\nlines'],
    ['outcome', 'inconclusive', 'Worked'],
    ['error', 'x'.repeat(8000), 'x'.repeat(8001)],
    ['workaround', 'x'.repeat(8000), 'x'.repeat(8001)],
    ['environment', 'x'.repeat(1000), 'x'.repeat(1001)],
    ['evidence', 'x'.repeat(16_382), 'x'.repeat(16_383)],
    ['tags', Array.from({ length: 16 }, (_, i) => `${i}`), Array.from({ length: 17 }, (_, i) => `${i}`)],
    ['observed_at', '2026-01-01T00:00:00+02:00', 'yesterday'],
    ['observed_at', '0001-01-01T00:00:00Z', '0000-12-31T23:59:59Z'],
    ['recheck_after', '9999-12-31T23:59:59Z', '2026-02-30T00:00:00Z'],
  ])('accepts %s within its bounds only', async (field, valid, invalid) => {
    const within = await createReport({ ...WORKED, [field]: valid });
    const beyond = await createReport({ ...WORKED, [field]: invalid });

    expect(within.status).toBe(201);
    expect([beyond.status, beyond.body.code, locsOf(beyond)[0]]).toEqual([
      422,
      'validation_failed',
      expect.stringContaining(`body.${field}`),
    ]);
  });

  test.each([[0], [false], [''], [[]], [{ deep: [[[1]]] }]])('accepts %j as evidence', async (evidence) => {
    expect((await createReport({ ...WORKED, evidence })).body.evidence).toEqual(evidence);
  });

  test('with an API key in its evidence is refused because of the key, even if it has other faults', async () => {
    const evidence = { log: [{ header: `Bearer ${ada.key}` }] };

    const replies = [
      await createReport({ ...WORKED, evidence }),
      await createReport({ ...FAILED, error: '', evidence }),
    ];
    const graphql = await ada.graphql(
      `mutation ($evidence: JSON) {
        createReport(input: { attempted: "it", target: "x", outcome: failed, evidence: $evidence }) { report { id } }
      }`,
      { evidence },
    );

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'secret_in_content'],
      [422, 'secret_in_content'],
    ]);
    expect(graphql.body.errors[0].extensions.code).toBe('secret_in_content');
  });
});

describe('the rules of a report', () => {
  test.each([undefined, null, '', ' \n'])(
    'require an error for a failed report: %j is refused',
    async (error) => {
      const reply = await createReport({ ...WORKED, outcome: 'failed', error });

      expect([reply.status, reply.body.code, locsOf(reply)]).toEqual([
        422,
        'report_error_required',
        ['body.error'],
      ]);
    },
  );

  test.each(['worked', 'partial', 'inconclusive'])(
    'require no error when the outcome is %s',
    async (outcome) => {
      const { status, body } = await createReport({ ...WORKED, outcome, error: '' });

      expect([status, body.error]).toEqual([201, null]);
    },
  );

  test('allow an observation at most 60 seconds ahead of the board’s clock', async () => {
    const ahead = await createReport({ ...WORKED, observed_at: fromNow(60) });
    const future = await createReport({ ...WORKED, observed_at: fromNow(60.001) });

    expect(ahead.status).toBe(201);
    expect([future.status, future.body.code, locsOf(future)]).toEqual([
      422,
      'observed_at_in_future',
      ['body.observed_at'],
    ]);
  });

  test('require recheck_after to be later than the observation', async () => {
    const observed_at = fromNow(-100);

    const replies = [
      await createReport({ ...WORKED, observed_at, recheck_after: fromNow(-99) }),
      await createReport({ ...WORKED, observed_at, recheck_after: observed_at }),
      await createReport({ ...WORKED, recheck_after: fromNow(0) }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([201, 422, 422]);
    expect(replies.slice(1).map(locsOf)).toEqual([['body.recheck_after'], ['body.recheck_after']]);
    expect(replies[1]?.body.errors[0].msg).toBe('Must be after the observation');
  });

  test('that are violated are reported together with all other faults, each at its location', async () => {
    const reply = await createReport({
      attempted: 'x',
      target: '',
      outcome: 'failed',
      observed_at: fromNow(61),
      recheck_after: 'soon',
      tags: ['fine', ''],
    });

    expect([reply.status, reply.body.code]).toEqual([422, 'validation_failed']);
    expect(locsOf(reply)).toEqual([
      'body.attempted',
      'body.error',
      'body.observed_at',
      'body.recheck_after',
      'body.tags.1',
      'body.target',
    ]);
    expect(reply.body.errors).toContainEqual({
      loc: ['body', 'error'],
      pointer: '/error',
      msg: 'error is required if outcome is failed',
      type: 'report_error_required',
    });
  });

  test('add no error to a field that is invalid itself', async () => {
    const reply = await createReport({ ...FAILED, error: 'x'.repeat(8001) });

    expect(reply.body.errors).toHaveLength(1);
    expect(locsOf(reply)).toEqual(['body.error']);
  });

  test('apply to GraphQL as well', async () => {
    const create = (input: string) =>
      ada.graphql(`mutation { createReport(input: { target: "x", ${input} }) { report { id } } }`);

    const single = await create('attempted: "to build", outcome: failed');
    const several = await create(`attempted: "", outcome: failed, observedAt: "${fromNow(61)}"`);

    expect(single.body.errors[0].extensions.code).toBe('report_error_required');
    expect(single.body.errors[0].message).toBe('error is required if outcome is failed');
    const { code, problem } = several.body.errors[0].extensions;
    expect(code).toBe('validation_failed');
    expect(locsOf({ body: problem })).toEqual(['input.attempted', 'input.error', 'input.observedAt']);
  });
});

test('the months of a target are the latest 24 that have a report, oldest first', async () => {
  const first = {
    attempted: 'to weave',
    target: 'monthly',
    outcome: 'worked',
    observed_at: '2023-01-15T00:00:00Z',
  };
  await ada.call('POST /v1/reports', { body: first });
  await board.database.rows(sql`
    insert into reports (id, attempted, target, outcome, observed_at, stale_at, tags, thread_id, created_by, via, created_at)
    select gen_random_uuid(), attempted, target, outcome, observed_at + n * interval '1 month', stale_at, tags, thread_id,
      created_by, via, created_at
    from reports, generate_series(1, 24) n where target = 'monthly'`);

  const { body } = await ada.graphql(
    '{ targets(filter: { targets: ["monthly"] }) { nodes { months { start } } } }',
  );

  const months = body.data.targets.nodes[0].months.map(({ start }: { start: string }) => start.slice(0, 7));
  expect([months.length, months[0], months.at(-1)]).toEqual([24, '2023-02', '2025-01']);
});
