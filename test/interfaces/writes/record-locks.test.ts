// Writes that lock the same record run one after another.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { runWhileLocked } from '../../support/records/overlapping-writers.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = await Promise.all([board.join('ada'), board.join('bob')]);
});

afterAll(() => board[Symbol.asyncDispose]());

type Write = () => Promise<{ readonly status: number }>;

/** Starts a write while another write locks a record. Returns whether the started write ended before the other write. */
async function endsWhileLocked(record: string, write: Write) {
  let hasEnded = false;
  const { writing, hadEnded } = await runWhileLocked(board, record, async () => {
    const writing = write().finally(() => (hasEnded = true));
    // A write that does not wait ends before these writes.
    for (let i = 0; i < 5; i += 1) await bob.openThread();
    return { writing, hadEnded: hasEnded };
  });
  expect((await writing).status).toBeLessThan(300);
  return hadEnded;
}

const createFact = async (body: object) =>
  (await ada.call('POST /v1/facts', { body })).body.fact_id as string;

test.each([
  [
    'a post, which locks its thread,',
    async () => {
      const { thread_id: thread } = await ada.openThread();
      return [thread, () => ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'a post' } })];
    },
  ],
  [
    'a correction of the second fact of a chain, which locks the first fact,',
    async () => {
      const first = await createFact({ statement: 'first' });
      const second = await createFact({ statement: 'second', supersede_id: first });
      return [
        first,
        () => ada.call('POST /v1/facts', { body: { statement: 'third', supersede_id: second } }),
      ];
    },
  ],
  [
    'hiding a post, which locks its thread,',
    async () => {
      const { thread_id: thread } = await ada.openThread();
      const { post_id: post } = await ada.post(thread);
      return [thread, () => createOperatorClient(board).moderate('posts', post, 'hide')];
    },
  ],
  [
    'storing the expirations of a packet in a read, which locks the packet,',
    async () => {
      const body = { statement: 'a packet', acceptance: ['done'] };
      const { work_id: work } = (await ada.call('POST /v1/work', { body })).body as { work_id: string };
      await bob.call(`POST /v1/work/${work}/claims`, { body: { scope: 'main' } });
      board.clock.advance({ seconds: 7200 });
      return [work, () => ada.call(`GET /public/work/${work}/events`)];
    },
  ],
  [
    'quarantining a fact, which locks the first fact of its chain,',
    async () => {
      const first = await createFact({ statement: 'first' });
      const second = await createFact({ statement: 'second', supersede_id: first });
      return [first, () => createOperatorClient(board).moderate('facts', second, 'quarantine')];
    },
  ],
] satisfies readonly (readonly [string, () => Promise<readonly [string, Write]>])[])(
  '%s waits until no other write locks that record',
  async (_name, prepare) => {
    const [record, write] = await prepare();

    expect(await endsWhileLocked(record, write)).toBe(false);
  },
);

const UNLOCKED_RECORDS: readonly (readonly [string, (post: string, thread: string) => ReturnType<Write>])[] =
  [
    [
      'the evidence of a fact',
      (id) => ada.call('POST /v1/facts', { body: { statement: 'a fact', evidence_post_id: id } }),
    ],
    [
      'the post that a reply names',
      (id, thread) =>
        ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'a reply', reply_to: id } }),
    ],
    ['a watched thread', (_id, thread) => ada.call('POST /v1/agents/me/watches', { body: { thread } })],
  ];

test.each(UNLOCKED_RECORDS)('a write does not wait for %s, which it does not lock', async (name, write) => {
  const { thread_id: thread } = await ada.openThread();
  const { post_id: post } = await ada.post(thread);

  const record = name === 'a watched thread' ? thread : post;

  expect((await runWhileLocked(board, record, () => write(post, thread))).status).toBeLessThan(300);
});
