// Two boards on one database, like two processes. Their statements run one at a time, in generated orders.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, openSecondBoard, type TestBoard } from '../../support/board/board.ts';
import { reopenDatabase } from '../../support/database/database.ts';
import { StatementSchedule } from '../../support/board/statement-schedule.ts';
import { callWork, callWorkOrThrow, createWork, readEvents, readWork } from '../../support/records/work.ts';

const RUNS = Number(process.env['INTERLEAVINGS'] ?? 8);

const opened = new AsyncDisposableStack();
let [north, south]: [TestBoard, TestBoard] = [] as never;
/** A separate connection to the same database; its statements are not scheduled. */
let observer: Database;
let schedule: StatementSchedule;
let [ada, bob, carol]: [TestAgent, TestAgent, TestAgent] = [] as never;

beforeAll(async () => {
  north = opened.use(await openBoard());
  south = opened.use(await openSecondBoard(north));
  observer = opened.use(reopenDatabase(north.database));
  [ada, bob, carol] = [await north.join('ada'), await north.join('bob'), await north.join('carol')];
  schedule = new StatementSchedule([north.database, south.database]);
});
afterAll(() => opened.disposeAsync());

/** Calls `check` with generated orders, and asserts that the schedule had choices. */
async function forGeneratedOrders(check: (order: readonly number[]) => Promise<void>): Promise<void> {
  const before = schedule.counts.choices;
  await fc.assert(fc.asyncProperty(fc.array(fc.nat({ max: 11 }), { minLength: 20, maxLength: 60 }), check), {
    numRuns: RUNS,
    endOnFailure: true,
  });
  expect(schedule.counts.choices - before).toBeGreaterThan(RUNS);
}

async function countPosts(threadId: string): Promise<number | undefined> {
  const statement = sql`select count(*)::int as count from posts where thread_id = ${threadId}::uuid`;
  return (await observer.rows<{ count: number }>(statement))[0]?.count;
}

test('no write is committed after the response to the revocation of its key, whichever board received the write', async () => {
  await forGeneratedOrders(async (order) => {
    const { thread_id } = await ada.openThread();
    const { body: key } = await bob.call('POST /v1/agents/me/keys', { body: {} });
    const post = (board: TestBoard) => () =>
      board.call(`POST /v1/threads/${thread_id}/posts`, {
        body: { body: 'a post' },
        headers: { Authorization: `Bearer ${key.api_key}`, 'X-Agent-Handle': 'bob' },
      });
    let countWhenRevoked: number | undefined;
    const revoke = async () => {
      const reply = await bob.at(south).call(`DELETE /v1/agents/me/keys/${key.key_id}`);
      countWhenRevoked = await countPosts(thread_id);
      return reply;
    };

    const [revoked, ...posts] = await schedule.run(
      [revoke, post(north), post(south), post(north), post(south)],
      order,
    );
    const committed = await countPosts(thread_id);

    expect(revoked!.status).toBe(200);
    expect(posts.map(({ status }) => (status === 201 ? status : 401))).toEqual(
      posts.map(({ status }) => status),
    );
    expect(committed).toBe(countWhenRevoked);
    expect(committed).toBe(posts.filter(({ status }) => status === 201).length);
  });
});

/** Writes that succeed for one caller only. Each function prepares the record of a write, and returns the write. */
const EXCLUSIVE_WRITES = [
  [
    'the claim of a scope',
    async () => {
      const { work_id } = await createWork(ada);
      return (agent: TestAgent) => agent.call(`POST /v1/work/${work_id}/claims`, { body: { scope: 'main' } });
    },
    'claim_held',
  ],
  [
    'the claim of an inquiry',
    async () => {
      const { body } = await ada.call('POST /v1/channels/inquire/inquiries', { body: { question: 'why?' } });
      return (agent: TestAgent) => agent.call(`POST /v1/inquiries/${body.inquiry_id}/claim`);
    },
    'claim_held',
  ],
  [
    'the correction of a fact',
    async () => {
      const { body } = await ada.call('POST /v1/facts', { body: { statement: 'it was so' } });
      return (agent: TestAgent) =>
        agent.call('POST /v1/facts', { body: { statement: 'it is so', supersede_id: body.fact_id } });
    },
    'already_superseded',
  ],
  [
    'the registration of a handle',
    () => {
      const body = { handle: 'dave' };
      return (agent: TestAgent) => agent.call('POST /v1/agents/register', { body });
    },
    'handle_taken',
  ],
] as const;

test.each(EXCLUSIVE_WRITES)(
  '%s succeeds at one of two boards that receive it at the same time, and is refused at the other',
  async (_write, prepare, code) => {
    const write = await prepare();

    // The boards take turns, so each has sent its first statements before the other one commits.
    const replies = await schedule.run([() => write(bob.at(north)), () => write(carol.at(south))], [0]);

    const codes = replies.map(({ status, body }) => (status < 300 ? 'ok' : body.code));
    expect(codes.toSorted()).toEqual(['ok', code].toSorted());
  },
);

test('a scope that is released at one board is granted to at most one agent, with a higher fence', async () => {
  await forGeneratedOrders(async (order) => {
    const { work_id } = await createWork(ada);
    const held = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
    const claim = (agent: TestAgent, board: TestBoard) => () =>
      callWork('rest', agent.at(board), 'claim', { work_id, scope: 'main' });

    const [released, ...claims] = await schedule.run(
      [
        () =>
          callWork('rest', bob.at(north), 'release', { work_id, claim_id: held.claim_id, fence: held.fence }),
        claim(ada, north),
        claim(carol, south),
        claim(carol, north),
      ],
      order,
    );
    const granted = claims.filter(({ code }) => code === null);
    const events = await readEvents(south, work_id);
    const [scope] = (await readWork(north, work_id)).scopes;

    expect(released!.code).toBeNull();
    expect(claims.map(({ code }) => code ?? 'claim_held')).toEqual(claims.map(() => 'claim_held'));
    expect(granted.map(({ record }) => record.fence > held.fence)).toEqual(granted.map(() => true));
    expect(new Set(granted.map(({ record }) => record.claim_id)).size).toBeLessThanOrEqual(1);
    expect(scope.claim?.by ?? null).toBe(granted[0]?.record.by ?? null);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    expect(events.filter(({ kind }) => kind === 'claim.granted').length).toBe(
      1 + Math.min(granted.length, 1),
    );
  });
});

/** Reads the inbox from a position. Returns the ids of the records, and the next position. */
async function readInbox(reader: TestAgent, after: string | null) {
  const { body } = await reader.graphql(
    `query ($after: String) { inbox(first: 2, after: $after) { nodes { record { id } } pageInfo { endCursor hasNextPage } } }`,
    { after },
  );
  const { nodes, pageInfo } = body.data.inbox;
  return {
    ids: nodes.map(({ record }: { record: { id: string } }) => record.id) as string[],
    after: (pageInfo.endCursor ?? after) as string | null,
    hasMore: pageInfo.hasNextPage as boolean,
  };
}

test('a reader of the inbox that changes boards gets every item once', async () => {
  let position: string | null = null;
  for (let hasMore = true; hasMore;) ({ after: position, hasMore } = await readInbox(ada, position));
  await forGeneratedOrders(async (order) => {
    const { thread_id } = await ada.openThread();
    const sent: string[] = [];
    const received: string[] = [];
    const post = (agent: TestAgent) => async () => {
      for (let i = 0; i < 2; i += 1) {
        // A post gets its time before its commit, so the order of times can differ from the order of commits.
        north.clock.advance({ seconds: 1 });
        sent.push((await agent.post(thread_id)).post_id);
      }
    };
    const poll = async (board: TestBoard) => {
      const page = await readInbox(ada.at(board), position);
      position = page.after;
      received.push(...page.ids);
      return page.hasMore;
    };
    const pollBoth = async () => {
      for (const board of [north, south, north]) await poll(board);
    };
    await schedule.run([post(bob.at(north)), post(carol.at(south)), pollBoth], order);
    while (await poll(south));

    expect(received.toSorted()).toEqual(sent.toSorted());
  });
});

test('a read that begins after the response to a write finds the record at the other board, also in a shared response', async () => {
  await forGeneratedOrders(async (order) => {
    const { thread_id } = await ada.openThread();
    const read = async (reader: TestAgent) => {
      const { body } = await reader.call(`GET /v1/threads/${thread_id}/posts`);
      return (body as { post_id: string }[]).map(({ post_id }) => post_id);
    };
    const writeAndRead = (writer: TestAgent, other: TestAgent) => async () => {
      for (let i = 0; i < 2; i += 1) {
        const { post_id } = await writer.post(thread_id);
        expect(await read(other)).toContain(post_id);
      }
    };
    const readTwice = (reader: TestAgent) => async () => {
      for (let i = 0; i < 2; i += 1) await read(reader);
    };

    await schedule.run(
      [
        writeAndRead(bob.at(north), carol.at(south)),
        writeAndRead(carol.at(south), bob.at(north)),
        readTwice(ada.at(north)),
        readTwice(ada.at(south)),
      ],
      order,
    );
  });
});
