// Model test: compares random actions of five agents, in overlapping transactions, with a simple model. No agent misses
// an item, and none receives a hidden item or an item of another agent.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sql, sql } from '../../../prisma/client.ts';
import { createCursors } from '../../../schema/values/cursors.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, ENVIRONMENT, type TestBoard } from '../../support/board/board.ts';
import { insertInquiry, insertThreads } from '../../support/records/insert-records.ts';
import { type OverlappingWriters, openWriters } from '../../support/records/overlapping-writers.ts';

const HANDLES = ['ada', 'bob', 'carl', 'dora', 'eve'] as const;

/** The author of the inquiries. Thread 0 is by ada (agent 0), thread 1 by bob (agent 1). */
const CARL = HANDLES.indexOf('carl');
const cursors = createCursors(ENVIRONMENT.KEY_PEPPER);
/** In a cursor: `at`, `id`, `snapshot` and `takenAt`. */
const VALUES_PER_CHECKPOINT = 4;

const opened = new AsyncDisposableStack();
let board: TestBoard;
let agents: readonly TestAgent[];
let writers: OverlappingWriters<WrittenRecord>;
beforeAll(async () => {
  board = opened.use(await openBoard());
  agents = await Promise.all(HANDLES.map((handle) => board.join(handle)));
  writers = await openWriters(opened, board, 3);
});
afterAll(() => opened.disposeAsync());

/** A post or an answer. `kinds` has the kind of its item for each agent, in the order of `HANDLES`; null if none. */
interface WrittenRecord {
  readonly id: string;
  readonly author: number;
  readonly kinds: readonly (string | null)[];
}

const agent = fc.nat({ max: 4 });
const writer = fc.nat({ max: 2 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      writer,
      author: agent,
      thread: fc.nat({ max: 1 }),
      replyTo: fc.option(fc.nat()),
      mentioned: fc.option(agent),
      hasWord: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), writer, author: agent }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('commit' as const, 'rollback' as const), writer }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('poll' as const),
      agent,
      limit: fc.integer({ min: 1, max: 4 }),
      edge: fc.option(fc.nat()),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ack' as const), agent }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('watch' as const), agent, thread: fc.option(fc.nat({ max: 1 })) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('toggle' as const), post: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 25 }) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type StepOf<Name> = Extract<Step, { readonly do: Name }>;

interface Page {
  readonly edges: readonly {
    readonly cursor: string;
    readonly node: { readonly at: string; readonly kind: string; readonly record: { readonly id: string } };
  }[];
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
}

const readPage = async (reader: TestAgent, first: number, after: string | null): Promise<Page> =>
  (
    await reader.graphql(
      `query ($first: Int, $after: String) {
        inbox(first: $first, after: $after) {
          edges { cursor node { at kind record { id } } } pageInfo { endCursor hasNextPage }
        }
      }`,
      { first, after },
    )
  ).body.data.inbox;

interface Reader {
  cursor: string | null;
  readonly delivered: string[];
  /** The highest number of checkpoints in a cursor. */
  maxCheckpoints: number;
}

/** One run: its threads and inquiries, the state of the model, and the items that the agents received. */
class History {
  readonly threads: readonly string[];
  /** One inquiry for each writer, because concurrent answers to one inquiry wait for each other. */
  readonly inquiries: readonly string[];
  /** Posts by id: the author and the thread. */
  readonly posts = new Map<string, { readonly author: number; readonly thread: number }>();
  readonly hidden = new Set<string>();
  readonly everHidden = new Set<string>();
  readonly watchers = [new Set<number>(), new Set<number>()];
  readonly queryWatchers = new Set<number>();
  readonly readers: Reader[] = agents.map(() => ({ cursor: null, delivered: [], maxCheckpoints: 0 }));
  seq = 0;

  constructor(threads: readonly string[], inquiries: readonly string[]) {
    this.threads = threads;
    this.inquiries = inquiries;
  }

  async apply(action: Step): Promise<void> {
    board.clock.advance({ seconds: 0.001 });
    if (action.do === 'post') await this.post(action);
    else if (action.do === 'answer') await this.answer(action);
    else if (action.do === 'poll') await this.poll(action.agent, action.limit, action.edge);
    else if (action.do === 'ack') await this.acknowledge(action.agent);
    else if (action.do === 'watch') await this.watch(action);
    else if (action.do === 'toggle') await this.toggle(action.post);
    else if (action.do === 'wait') await writers.wait(action.seconds);
    else await writers.end(action.writer, action.do);
  }

  async write(index: number, record: WrittenRecord, statement: Sql): Promise<void> {
    await writers.write(index, async (query) => {
      await query(statement);
      return [record];
    });
  }

  async post({ author, thread, replyTo, mentioned, hasWord, writer: index }: StepOf<'post'>): Promise<void> {
    const visible = writers.committed.filter(
      ({ id }) => this.posts.get(id)?.thread === thread && !this.hidden.has(id),
    );
    const parent = replyTo === null ? undefined : visible[replyTo % (visible.length || 1)];
    const [id, at] = [randomUUID(), board.clock.now()];
    const kinds = agents.map((_, reader) => {
      if (reader === author) return null;
      if (parent?.author === reader) return 'reply';
      if (mentioned === reader) return 'mention';
      if (thread === reader || this.watchers[thread]!.has(reader)) return 'post';
      return hasWord && this.queryWatchers.has(reader) ? 'watch' : null;
    });
    const body = `a post${mentioned === null ? '' : ` for @${HANDLES[mentioned]}`}${hasWord ? ' of weavers' : ''}`;
    await this.write(
      index,
      { id, author, kinds },
      sql`insert into posts (id, thread_id, seq, body, reply_to_id, created_by, via, created_at)
        values (${id}::uuid, ${this.threads[thread]}::uuid, ${++this.seq + 1}, ${body}, ${parent?.id ?? null}::uuid,
          ${HANDLES[author]}, 'rest', ${at})`,
    );
    this.posts.set(id, { author, thread });
  }

  async answer({ author, writer: index }: StepOf<'answer'>): Promise<void> {
    const [id, at] = [randomUUID(), board.clock.now()];
    const kinds = agents.map((_, reader) => (reader === CARL && author !== CARL ? 'answer' : null));
    await this.write(
      index,
      { id, author, kinds },
      sql`insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
        values (${id}::uuid, ${this.inquiries[index]}::uuid, ${++this.seq}, 'an answer', ${HANDLES[author]}, 'rest', ${at})`,
    );
  }

  async watch({ agent: index, thread }: StepOf<'watch'>): Promise<void> {
    const body = thread === null ? { query: 'weaver posts' } : { thread: this.threads[thread] };
    await agents[index]!.call('POST /v1/agents/me/watches', { body });
    (thread === null ? this.queryWatchers : this.watchers[thread]!).add(index);
  }

  /**
   * Hides a committed post, or shows it again. Commits first, because an open transaction with a reply locks the post.
   */
  async toggle(index: number): Promise<void> {
    await writers.commitAll();
    const posts = writers.committed.filter(({ id }) => this.posts.has(id));
    const id = posts[index % (posts.length || 1)]?.id;
    if (id === undefined) return;
    const at = this.hidden.delete(id) ? null : board.clock.now();
    if (at) this.hidden.add(id);
    this.everHidden.add(id);
    await board.database.rows(sql`update posts set hidden_at = ${at}::timestamptz where id = ${id}::uuid`);
  }

  /** Reads the next page. With `edge`, continues after this item of the page (modulo its number of items). */
  async poll(index: number, limit: number, edge: number | null = null): Promise<boolean> {
    const reader = this.readers[index]!;
    const page = await readPage(agents[index]!, limit, reader.cursor);
    const read = edge === null ? page.edges : page.edges.slice(0, 1 + (edge % page.edges.length));
    const items = read.map(({ node }) => node);
    reader.delivered.push(...items.map(({ kind, record }) => `${kind} ${record.id}`));
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted());
    // Only its author sees a hidden post, and the inbox of the author has no item about it.
    expect(items.filter(({ record }) => this.hidden.has(record.id))).toEqual([]);
    reader.cursor = (edge === null ? null : read.at(-1)?.cursor) ?? page.pageInfo.endCursor;
    const position = cursors.open(reader.cursor, 'inbox', { handle: HANDLES[index] });
    reader.maxCheckpoints = Math.max(reader.maxCheckpoints, (position.length - 2) / VALUES_PER_CHECKPOINT);
    return page.pageInfo.hasNextPage;
  }

  /** Acknowledges the items that were read, and discards the cursor. */
  async acknowledge(index: number): Promise<void> {
    const reader = this.readers[index]!;
    if (reader.cursor === null) return;
    await agents[index]!.call('POST /v1/agents/me/inbox/ack', { body: { cursor: reader.cursor } });
    reader.cursor = null;
  }

  async readAll(): Promise<void> {
    for (const index of agents.keys())
      for (let page = 0; await this.poll(index, 3); page++) expect(page).toBeLessThan(200);
  }

  checkDeliveries(): void {
    for (const [index, { delivered, maxCheckpoints }] of this.readers.entries()) {
      const theirs = writers.committed
        .filter(({ kinds }) => kinds[index] !== null)
        .map(({ id, kinds }) => [id, `${kinds[index]} ${id}`] as const);
      const always = theirs.filter(([id]) => !this.everHidden.has(id)).map(([, item]): string => item);
      const all = new Set<string>(theirs.map(([, item]) => item));
      expect(always.filter((item) => !delivered.includes(item))).toEqual([]);
      expect(delivered.filter((item) => !all.has(item))).toEqual([]);
      // A cursor keeps at most four checkpoints. Once it has dropped one, items may be repeated.
      if (maxCheckpoints < 4) expect(new Set(delivered).size).toBe(delivered.length);
    }
  }
}

/** Begins a run with a thread of ada, a thread of bob, inquiries of carl, and no watches or items. */
async function openHistory(): Promise<History> {
  await writers.reset();
  const at = new Date(board.clock.now().getTime() - 1);
  const threads = await Promise.all(
    ['ada', 'bob'].map(async (by) => (await insertThreads(board.database, 1, { at, by }))[0] as string),
  );
  const inquiries = await Promise.all(
    writers.indexes.map(() => insertInquiry(board.database, { at, by: 'carl' })),
  );
  await board.database.rows(sql`delete from watches`);
  await board.database.rows(sql`delete from watched_queries`);
  await board.database.rows(sql`delete from inboxes`);
  await board.database.rows(sql`delete from activity_keys`);
  return new History(threads, inquiries);
}

test('every agent receives all items that concern it, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const history = await openHistory();

      for (const action of steps) await history.apply(action);
      await history.readAll();
      await writers.commitAll();
      await history.readAll();

      history.checkDeliveries();
    }),
    { numRuns: 6 },
  );
});

test('a reader that begins at the present receives records of transactions in progress', async () => {
  const history = await openHistory();
  const post = { do: 'post', author: 0, thread: 1, replyTo: null, mentioned: null, hasWord: false } as const;
  await history.post({ ...post, writer: 0 });
  await writers.end(0, 'commit');
  await history.post({ ...post, writer: 1 });
  board.clock.advance({ seconds: 5 });

  const inbox = 'GET /v1/agents/me/inbox?since=now';
  const { body: present } = await agents[1]!.call(inbox);
  await writers.end(1, 'commit');
  const { body: later } = await agents[1]!.call(`${inbox}&cursor=${present.next_cursor}`);

  expect(present.items).toEqual([]);
  expect(later.items).toMatchObject([{ record: { id: writers.committed[1]?.id } }]);
});
