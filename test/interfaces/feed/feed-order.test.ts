// Property test: in any interleaving of transactions and polls over several connections, the feed skips and repeats no
// record.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { MAX_COMMIT_DELAY_MS } from '../../../schema/feed/checkpoints.ts';
import { createCursors } from '../../../schema/values/cursors.ts';
import { openClient, type Query } from '../../support/database/open-client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, ENVIRONMENT, type TestBoard } from '../../support/board/board.ts';
import { insertThreads } from '../../support/records/insert-records.ts';

const cursors = createCursors(ENVIRONMENT.KEY_PEPPER);

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
  readonly query: Query;
  /** Ids of records that are inserted and not committed. */
  pending: string[];
  /** Creation time of the first pending record. */
  begun: number | null;
}

const openWriter = async (): Promise<Writer> => ({
  query: await openClient(opened, board.database.connection),
  pending: [],
  begun: null,
});

const writerIndex = fc.nat({ max: 2 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      writer: writerIndex,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('commit' as const, 'rollback' as const),
      writer: writerIndex,
    }),
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

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The records and polls of one run, in its own channel. */
class History {
  readonly channel: string;
  readonly committed: string[] = [];
  readonly delivered: string[] = [];
  cursor: string | undefined;
  /** The highest number of checkpoints in a cursor. */
  maxCheckpoints = 0;

  constructor(channel: string) {
    this.channel = channel;
  }

  async apply(action: Step): Promise<void> {
    if (action.do === 'poll') await this.poll(action.limit);
    else if (action.do === 'wait') await this.wait(action.seconds);
    else if (action.do === 'write') await this.write(writers[action.writer]!, action.count);
    else await this.end(writers[action.writer]!, action.do);
  }

  async write(writer: Writer, count: number): Promise<void> {
    if (writer.begun === null) await writer.query(sql`begin`);
    writer.begun ??= board.clock.now().getTime();
    const stamp = { at: board.clock.now(), by: 'ada', channel: this.channel };
    writer.pending.push(...(await insertThreads({ rows: writer.query }, count, stamp)));
  }

  async end(writer: Writer, command: 'commit' | 'rollback'): Promise<void> {
    if (writer.begun === null) return;
    await writer.query(command === 'commit' ? sql`commit` : sql`rollback`);
    if (command === 'commit') this.committed.push(...writer.pending);
    writer.pending = [];
    writer.begun = null;
  }

  /** Advances the clock. First commits transactions that would become older than MAX_COMMIT_DELAY_MS. */
  async wait(seconds: number): Promise<void> {
    const until = board.clock.now().getTime() + seconds * 1000;
    for (const writer of writers)
      if (writer.begun !== null && until - writer.begun >= MAX_COMMIT_DELAY_MS)
        await this.end(writer, 'commit');
    board.clock.advance({ seconds });
  }

  async poll(limit: number): Promise<boolean> {
    const query = this.cursor === undefined ? '' : `&cursor=${this.cursor}`;
    const { body } = await reader.call(`GET /v1/feed?channel=${this.channel}&limit=${limit}${query}`);
    this.delivered.push(...body.items.map(({ id }: { id: string }) => id));
    this.cursor = body.next_cursor as string;
    const position = cursors.open(this.cursor, 'feed', {});
    this.maxCheckpoints = Math.max(this.maxCheckpoints, (position.length - 1) / 4);
    return body.has_more;
  }

  /** Reads to the end. Fails after 200 pages: the cursor does not advance. */
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

test('a poller receives every committed record once, in any order of commits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (steps) => {
      const history = await openHistory();

      for (const action of steps) await history.apply(action);
      await history.readAll();
      const [committedEarly, deliveredEarly] = [[...history.committed], new Set(history.delivered)];
      for (const writer of writers) await history.end(writer, 'commit');
      await history.readAll();

      const { committed, delivered, maxCheckpoints } = history;
      expect(deliveredEarly).toEqual(new Set(committedEarly));
      expect(new Set(delivered)).toEqual(new Set(committed));
      // A cursor keeps at most four checkpoints. Once it has dropped one, records may be repeated.
      if (maxCheckpoints < 4) expect(delivered.length).toBe(committed.length);
    }),
    { numRuns: 40 },
  );
});

test('a reader that begins at the present receives records that were being written', async () => {
  const history = await openHistory();
  await history.write(writers[0]!, 1);
  await history.end(writers[0]!, 'commit');
  await history.write(writers[1]!, 2);
  board.clock.advance({ seconds: 5 });
  const feed = `GET /v1/feed?channel=${history.channel}`;
  const { body: present } = await reader.call(`${feed}&since=now`);
  await history.end(writers[1]!, 'commit');
  const later = await Promise.all(
    ['', '&since=now'].map(
      async (since) => (await reader.call(`${feed}${since}&cursor=${present.next_cursor}`)).body.items,
    ),
  );

  expect([present.items, present.next_since]).toEqual([[], board.clock.now().toISOString()]);
  expect(later.map((items) => items.map(({ id }: { id: string }) => id).toSorted())).toEqual(
    Array(2).fill(history.committed.slice(1).toSorted()),
  );
});
