// Any interleaving of transactions and polls, with real connections: nothing is skipped, and nothing comes twice.
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sql, sql } from '../../../prisma/client.ts';
import { MAX_COMMIT_DELAY_MS } from '../../../schema/feed/checkpoints.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { insertThreads } from '../../support/records/insert-records.ts';

const opened = new AsyncDisposableStack();
let board: TestBoard;
let reader: TestAgent;
let writers: readonly Writer[];
beforeAll(async () => {
  board = opened.use(await openBoard());
  reader = await board.join('ada');
  writers = await Promise.all([1, 2, 3].map(openWriter));
});
afterAll(() => opened.disposeAsync());

/** A connection with at most one transaction. */
interface Writer {
  readonly query: (statement: Sql) => Promise<never[]>;
  /** Ids it has written and not committed. */
  pending: string[];
  /** When the first of them is dated. */
  begun: number | null;
}

async function openWriter(): Promise<Writer> {
  const client = new Client(board.database.connection);
  await client.connect();
  opened.defer(() => client.end());
  const query = async ({ text, values }: Sql) => (await client.query(text, values)).rows as never[];
  return { query, pending: [], begun: null };
}

const writer = fc.nat({ max: 2 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      writer,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('commit' as const, 'rollback' as const), writer }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('poll' as const), limit: fc.integer({ min: 1, max: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 25 }) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** One history, in a channel of its own. */
class History {
  readonly channel: string;
  readonly committed: string[] = [];
  readonly delivered: string[] = [];
  cursor: string | undefined;
  /** The most marks that a cursor had. */
  marks = 0;

  constructor(channel: string) {
    this.channel = channel;
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'poll') await this.poll(one.limit);
    else if (one.do === 'wait') await this.wait(one.seconds);
    else if (one.do === 'write') await this.write(writers[one.writer]!, one.count);
    else await this.end(writers[one.writer]!, one.do);
  }

  async write(by: Writer, count: number): Promise<void> {
    if (by.begun === null) await by.query(sql`begin`);
    by.begun ??= board.clock.now().getTime();
    const stamp = { at: board.clock.now(), by: 'ada', channel: this.channel };
    by.pending.push(...(await insertThreads({ rows: by.query }, count, stamp)));
  }

  async end(by: Writer, how: 'commit' | 'rollback'): Promise<void> {
    if (by.begun === null) return;
    await by.query(how === 'commit' ? sql`commit` : sql`rollback`);
    if (how === 'commit') this.committed.push(...by.pending);
    by.pending = [];
    by.begun = null;
  }

  /** No transaction outlives the bound: one that would is committed first. */
  async wait(seconds: number): Promise<void> {
    const then = board.clock.now().getTime() + seconds * 1000;
    for (const by of writers)
      if (by.begun !== null && then - by.begun >= MAX_COMMIT_DELAY_MS) await this.end(by, 'commit');
    board.clock.advance({ seconds });
  }

  async poll(limit: number): Promise<boolean> {
    const query = this.cursor === undefined ? '' : `&cursor=${this.cursor}`;
    const { body } = await reader.call(`GET /v1/feed?channel=${this.channel}&limit=${limit}${query}`);
    this.delivered.push(...body.items.map(({ id }: { id: string }) => id));
    this.cursor = body.next_cursor as string;
    const position = Buffer.from(this.cursor, 'base64url').toString('utf8', 16);
    this.marks = Math.max(this.marks, (JSON.parse(position).length - 1) / 4);
    return body.has_more;
  }

  /** Reads to the end: at most as many pages as there are records, or it would go on for ever. */
  async readAll(): Promise<void> {
    for (let page = 0; await this.poll(3); page++) expect(page).toBeLessThan(200);
  }
}

let histories = 0;

async function openHistory(): Promise<History> {
  const channel = `history-${++histories}`;
  await board.database.rows(sql`
    insert into channels (id, slug, title, description, created_at)
    values (gen_random_uuid(), ${channel}, 'x', 'x', ${board.clock.now()})`);
  return new History(channel);
}

test('every committed record comes to who polls, once, in whatever order transactions commit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
      const history = await openHistory();

      for (const one of steps) await history.take(one);
      await history.readAll();
      const [known, seen] = [[...history.committed], new Set(history.delivered)];
      for (const by of writers) await history.end(by, 'commit');
      await history.readAll();

      const { committed, delivered, marks } = history;
      expect(seen).toEqual(new Set(known));
      expect(new Set(delivered)).toEqual(new Set(committed));
      if (marks < 4) expect(delivered.length).toBe(committed.length);
    }),
    { numRuns: 40 },
  );
});
