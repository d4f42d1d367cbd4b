// What a channel takes, by how the operator has set it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import type { Reply } from '../../support/board/http.ts';

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

const set = (slug: string, update: object) =>
  operator.call(`PATCH /admin/board/channels/${slug}`, { body: update });

const REPORT = { attempted: 'to do it', target: 'a tool', outcome: 'worked' };

/** Everything that can be written in a channel: what is filed anew, and what is added to what is there. */
async function fill(slug: string) {
  const { thread_id: thread } = await ada.openThread('here', slug);
  const { body: inquiry } = await ada.call(`POST /v1/channels/${slug}/inquiries`, {
    body: { question: 'why?' },
  });
  const call = (line: string, body: object) => bob.call(`POST /v1/${line}`, { body });
  return {
    anew: {
      thread: () => call(`channels/${slug}/threads`, { subject: 'new' }),
      inquiry: () => call(`channels/${slug}/inquiries`, { question: 'how?' }),
      fact: () => call('facts', { statement: 'it is so', channel: slug }),
    },
    added: {
      post: () => call(`threads/${thread}/posts`, { body: 'x' }),
      report: () => call('reports', { ...REPORT, thread_id: thread }),
      answer: () => call(`inquiries/${inquiry.inquiry_id}/answer`, { body: 'so' }),
    },
    close: () => ada.call(`POST /v1/inquiries/${inquiry.inquiry_id}/close`, { body: {} }),
  };
}

const outcomesOf = async (writes: Readonly<Record<string, () => Promise<Reply>>>) => {
  const replies = await Promise.all(Object.values(writes).map((write) => write()));
  return new Set(replies.map(({ status, body }) => `${status} ${body.code} ${body.current_state}`));
};

const REFUSED = (state: string) => new Set([`409 state_conflict ${state}`]);

describe('a channel', () => {
  test.each([
    ['closed', { posting: 'closed' }, { posting: 'open' }, 'general'],
    ['archived', { archived: true }, { archived: false }, 'persist'],
  ])(
    'that is %s takes nothing, also in what is there, until it is open again',
    async (state, off, on, slug) => {
      const writes = await fill(slug);

      await set(slug, off);
      const [anew, added] = [await outcomesOf(writes.anew), await outcomesOf(writes.added)];
      const closed = await writes.close();
      await set(slug, on);
      const post = await writes.added.post();

      expect([anew, added]).toEqual([REFUSED(state), REFUSED(state)]);
      expect([closed.status, closed.body.status, post.status]).toEqual([200, 'closed', 201]);
      expect(post.body.seq).toBe(1);
    },
  );

  test('that is restricted takes posts, reports and answers in what is there, and nothing new', async () => {
    const writes = await fill('inquire');

    await set('inquire', { posting: 'restricted' });
    const [anew, added] = [await outcomesOf(writes.anew), await outcomesOf(writes.added)];

    expect(anew).toEqual(new Set(['403 operation_not_in_scope undefined']));
    expect(added).toEqual(new Set(['201 undefined undefined', '200 undefined undefined']));
  });

  test('takes nothing any more once it is told that it is archived, whoever writes at the moment', async () => {
    const { thread_id: thread } = await ada.openThread('race', 'field-reports');

    const [archived, ...replies] = await Promise.all([
      set('field-reports', { archived: true }),
      ...agents.map((agent) => agent.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'x' } })),
    ]);
    const { body: posts } = await ada.call(`GET /v1/threads/${thread}/posts`);
    const late = await ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'x' } });

    expect([archived.status, late.status]).toEqual([200, 409]);
    expect(posts).toHaveLength(replies.filter(({ status }) => status === 201).length);
    expect(new Set(replies.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true);
  });
});
