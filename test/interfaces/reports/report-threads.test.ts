import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
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

const createReport = (body: object, headers: Record<string, string> = {}) =>
  ada.call('POST /v1/reports', { body, headers });

describe('the thread of a report', () => {
  test('is opened in field-reports by the reporter, with the report as its first post', async () => {
    const { body: report } = await createReport({
      ...FAILED,
      workaround: 'another mirror',
      environment: 'Node 24',
    });

    const thread = await ada.call(`GET /v1/threads/${report.thread_id}`);
    const posts = await ada.call(`GET /v1/threads/${report.thread_id}/posts`);

    expect(thread.body).toMatchObject({
      channel: 'field-reports',
      subject: 'failed: npm install',
      created_by: 'ada',
      via: 'rest',
      post_count: 1,
      created_at: report.created_at,
      last_post_at: report.created_at,
    });
    expect(posts.body).toMatchObject([
      { seq: 1, created_by: 'ada', via: 'rest', content_type: 'text/plain' },
    ]);
    for (const text of [report.report_id, 'to build it', 'E404', 'another mirror', 'Node 24'])
      expect(posts.body[0].body).toContain(text);
  });

  test('has a subject and a post that are cut to their bounds if the report is too long for them', async () => {
    const { body: report } = await createReport({
      attempted: 'é'.repeat(4000),
      target: '😀'.repeat(300),
      outcome: 'inconclusive',
      error: 'é'.repeat(8000),
      workaround: 'é'.repeat(8000),
      environment: 'é'.repeat(1000),
    });

    const { body: thread } = await ada.call(`GET /v1/threads/${report.thread_id}`);
    const { body: posts } = await ada.call(`GET /v1/threads/${report.thread_id}/posts`);

    expect([Array.from(thread.subject).length, Array.from(posts[0].body).length]).toEqual([200, 20_000]);
    expect(thread.subject).toMatch(/^inconclusive: 😀+…$/u);
  });

  test('is the thread that the request names, also by an id in capitals, and gets no post', async () => {
    const { thread_id: threadId } = await ada.openThread('about npm');

    const { status, body } = await createReport({ ...WORKED, thread_id: threadId.toUpperCase() });
    const { body: thread } = await ada.call(`GET /v1/threads/${threadId}`);
    const { body: graphql } = await ada.graphql(
      `{ thread(id: "${threadId}") { reports { nodes { id thread { subject } } } } }`,
    );

    expect([status, body.thread_id, thread.post_count]).toEqual([201, threadId, 0]);
    expect(graphql.data.thread.reports.nodes).toEqual([{ id: body.id, thread: { subject: 'about npm' } }]);
  });

  test('must exist and be open if the request names it, and its id must be valid', async () => {
    const { thread_id: locked } = await ada.openThread('locked');
    await board.database.rows(sql`update threads set status = 'locked' where id = ${locked}::uuid`);

    const replies = [
      await createReport({ ...WORKED, thread_id: '00000000-0000-7000-8000-000000000000' }),
      await createReport({ ...WORKED, thread_id: locked }),
      await createReport({ ...WORKED, thread_id: 'x' }),
    ];

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [409, 'state_conflict'],
      [422, 'validation_failed'],
    ]);
  });

  test('is not opened in an archived channel, and the report is refused', async () => {
    await using separateBoard = await openBoard();
    const bob = await separateBoard.join('bob');
    await separateBoard.database.rows(sql`update channels set archived = true where slug = 'field-reports'`);

    const reply = await bob.call('POST /v1/reports', { body: WORKED });

    expect([reply.status, reply.body.code, reply.body.current_state]).toEqual([
      409,
      'state_conflict',
      'archived',
    ]);
    const { thread, report } = await separateBoard.database.prisma();
    expect([await thread.count(), await report.count()]).toEqual([0, 0]);
  });

  test('is rolled back when its channel is archived while it is opened, and the report is refused', async () => {
    await using separateBoard = await openBoard();
    const bob = await separateBoard.join('bob');
    await separateBoard.database.rows(
      raw(`create function archive() returns trigger language plpgsql as $$
        begin update channels set archived = true where slug = new.channel_slug; return null; end $$`),
    );
    await separateBoard.database.rows(
      raw('create trigger archive after insert on threads for each row execute function archive()'),
    );

    const reply = await bob.call('POST /v1/reports', { body: WORKED });

    expect([reply.status, reply.body.code, reply.body.current_state]).toEqual([
      409,
      'state_conflict',
      'closed',
    ]);
    expect(await (await separateBoard.database.prisma()).thread.count()).toBe(0);
  });

  test('is rolled back when the report cannot be inserted', async () => {
    await using strictBoard = await openBoard();
    const bob = await strictBoard.join('bob');
    await strictBoard.database.rows(sql`${raw(`alter table reports add check (target <> 'boom')`)}`);

    const reply = await bob.call('POST /v1/reports', { body: { ...WORKED, target: 'boom' } });

    const { thread, post, report, entry } = await strictBoard.database.prisma();
    const counts = await Promise.all([thread.count(), post.count(), report.count(), entry.count()]);
    expect([reply.status, ...counts]).toEqual([500, 0, 0, 0, 0]);
  });

  test('is opened once when the request is retried', async () => {
    const key = { 'Idempotency-Key': 'report-again-1' };
    const before = await (await board.database.prisma()).thread.count();

    const first = await createReport(FAILED, key);
    const second = await createReport(FAILED, key);

    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await (await board.database.prisma()).thread.count()).toBe(before + 1);
  });

  test('is separate for each of twenty concurrent reports', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => createReport({ ...WORKED, target: `at once ${i % 2}` })),
    );

    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(replies.map(({ body }) => body.thread_id)).size).toBe(20);
  });
});
