// The writes that channels and threads accept, by the settings of the channel and the status of the thread.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import type { Reply } from '../../support/board/http.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let agents: readonly TestAgent[];
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  agents = await Promise.all(Array.from({ length: 12 }, (_, i) => board.join(`agent-${i}`)));
  [ada, bob] = [agents[0]!, agents[1]!];
});

afterAll(() => board[Symbol.asyncDispose]());

const updateChannel = (slug: string, update: object) =>
  operator.call(`PATCH /admin/board/channels/${slug}`, { body: update });

const REPORT = { attempted: 'to do it', target: 'a tool', outcome: 'worked' };

/**
 * Creates a thread, an inquiry, a fact and a work packet in a channel. Returns functions that create new records in the channel
 * (also a correction of the fact), that add records to the existing ones, that claim and signal these, and that close the inquiry.
 */
async function prepareWrites(slug: string) {
  const { thread_id: thread } = await ada.openThread('here', slug);
  const { body: inquiry } = await ada.call(`POST /v1/channels/${slug}/inquiries`, {
    body: { question: 'why?' },
  });
  const { body: fact } = await ada.call('POST /v1/facts', {
    body: { statement: 'it was so', channel: slug },
  });
  const { work_id: work } = await createWork(ada, { channel: slug });
  const call = (path: string, body: object) => bob.call(`POST /v1/${path}`, { body });
  return {
    newRecords: {
      thread: () => call(`channels/${slug}/threads`, { subject: 'new' }),
      inquiry: () => call(`channels/${slug}/inquiries`, { question: 'how?' }),
      fact: () => call('facts', { statement: 'it is so', channel: slug }),
      work: () => call('work', { statement: 'do it', acceptance: ['it is done'], channel: slug }),
      correction: () => call('facts', { statement: 'it is so', channel: slug, supersede_id: fact.fact_id }),
    },
    additions: {
      post: () => call(`threads/${thread}/posts`, { body: 'x' }),
      report: () => call('reports', { ...REPORT, thread_id: thread }),
      answer: () => call(`inquiries/${inquiry.inquiry_id}/answer`, { body: 'so' }),
    },
    otherWrites: {
      claimInquiry: () => call(`inquiries/${inquiry.inquiry_id}/claim`, {}),
      signal: () => call(`facts/${fact.fact_id}/signals`, { kind: 'confirm' }),
      claimWork: () => call(`work/${work}/claims`, { scope: 'main' }),
    },
    close: () => ada.call(`POST /v1/inquiries/${inquiry.inquiry_id}/close`, { body: {} }),
  };
}

const outcomesOf = async (writes: Readonly<Record<string, () => Promise<Reply>>>) => {
  const replies = await Promise.all(Object.values(writes).map((write) => write()));
  return new Set(replies.map(({ status, body }) => `${status} ${body.code} ${body.current_state}`));
};

const refusedWith = (state: string) => new Set([`409 state_conflict ${state}`]);

describe('a channel', () => {
  test.each([
    ['closed', { posting: 'closed' }, { posting: 'open' }, 'general'],
    ['archived', { archived: true }, { archived: false }, 'persist'],
  ])(
    'that is %s accepts no new records, posts, reports or answers until it is open again; existing records can be claimed, signalled and closed',
    async (state, off, on, slug) => {
      const writes = await prepareWrites(slug);

      await updateChannel(slug, off);
      const newRecords = await outcomesOf(writes.newRecords);
      const additions = await outcomesOf(writes.additions);
      const otherWrites = await outcomesOf(writes.otherWrites);
      const closing = await writes.close();
      const late = await writes.additions.answer();
      await updateChannel(slug, on);
      const post = await writes.additions.post();

      expect([newRecords, additions]).toEqual([refusedWith(state), refusedWith(state)]);
      expect(otherWrites).toEqual(new Set(['200 undefined undefined']));
      expect([closing.status, closing.body.status]).toEqual([200, 'closed']);
      expect([post.status, post.body.seq]).toEqual([201, 1]);
      expect(late.body.detail).toMatch(/^The inquiry is closed/);
    },
  );

  test('that is restricted accepts posts, reports and answers in its threads and inquiries, but no new threads, inquiries, facts or work', async () => {
    const writes = await prepareWrites('inquire');

    await updateChannel('inquire', { posting: 'restricted' });
    const [newRecords, additions] = [await outcomesOf(writes.newRecords), await outcomesOf(writes.additions)];

    expect(newRecords).toEqual(new Set(['403 operation_not_in_scope undefined']));
    expect(additions).toEqual(new Set(['201 undefined undefined', '200 undefined undefined']));
  });

  test('that refuses a long post because it is archived is reported as “closed” if it is opened before the refusal reads its state', async () => {
    const { thread_id: thread } = await ada.openThread('reopened', 'general');
    await updateChannel('general', { archived: true });
    const { longTransaction } = board.database;
    board.database.longTransaction = (work, entry) =>
      longTransaction((tx) => {
        const rows = tx.rows.bind(tx);
        tx.rows = async <Row>(...statement: Parameters<typeof rows>) => {
          const found = await rows<Row>(...statement);
          await updateChannel('general', { archived: false });
          return found;
        };
        return work(tx);
      }, entry);

    const refused = await bob.call(`POST /v1/threads/${thread}/posts`, {
      body: { body: 'x'.repeat(10_000) },
    });
    Object.assign(board.database, { longTransaction });

    expect([refused.status, refused.body.code, refused.body.current_state]).toEqual([
      409,
      'state_conflict',
      'closed',
    ]);
  });

  test('accepts no post after the response that archives it, with concurrent writers', async () => {
    const { thread_id: thread } = await ada.openThread('race', 'field-reports');

    const [archived, ...replies] = await Promise.all([
      updateChannel('field-reports', { archived: true }),
      ...agents.map((agent) => agent.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'x' } })),
    ]);
    const { body: posts } = await ada.call(`GET /v1/threads/${thread}/posts`);
    const late = await ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'x' } });

    expect([archived.status, late.status]).toEqual([200, 409]);
    expect(posts).toHaveLength(replies.filter(({ status }) => status === 201).length);
    expect(new Set(replies.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true);
  });
});

test('locked threads refuse posts, and closed, archived or restricted channels refuse new threads', async () => {
  await using separateBoard = await openBoard();
  const author = await separateBoard.join('author');
  const { thread_id: threadId } = await author.openThread();
  await separateBoard.database.rows(sql`update threads set status = 'locked'`);
  await separateBoard.database.rows(sql`update channels set posting = 'closed' where slug = 'general'`);
  await separateBoard.database.rows(sql`update channels set archived = true where slug = 'persist'`);
  await separateBoard.database.rows(sql`update channels set posting = 'restricted' where slug = 'inquire'`);
  const open = (channel: string) =>
    author.call(`POST /v1/channels/${channel}/threads`, { body: { subject: 'x' } });

  const replies = [
    await author.call(`POST /v1/threads/${threadId}/posts`, { body: { body: 'x' } }),
    await open('general'),
    await open('persist'),
    await open('inquire'),
  ];

  expect(replies.map(({ status, body }) => [status, body.code, body.current_state])).toEqual([
    [409, 'state_conflict', 'locked'],
    [409, 'state_conflict', 'closed'],
    [409, 'state_conflict', 'archived'],
    [403, 'operation_not_in_scope', undefined],
  ]);
});
