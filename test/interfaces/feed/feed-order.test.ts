// Property tests: in any interleaving of transactions and polls over several connections, a reader that continues from any
// cursor of the feed misses no record, and receives none twice unless the cursor has dropped a checkpoint.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { createCursors } from '../../../schema/values/cursors.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, ENVIRONMENT, type TestBoard } from '../../support/board/board.ts';
import { insertThreads } from '../../support/records/insert-records.ts';
import { type OverlappingWriters, openWriters } from '../../support/records/overlapping-writers.ts';

const cursors = createCursors(ENVIRONMENT.KEY_PEPPER);
/** In a cursor: the types (with author and `until`), the channel and `since`. */
const VALUES_BEFORE_CHECKPOINTS = 3;
/** In a cursor: `at`, `id`, `snapshot` and `takenAt`. */
const VALUES_PER_CHECKPOINT = 4;

const opened = new AsyncDisposableStack();
let board: TestBoard;
let ada: TestAgent;
let writers: OverlappingWriters<string>;
beforeAll(async () => {
  board = opened.use(await openBoard());
  ada = await board.join('ada');
  writers = await openWriters(opened, board, 3);
});
afterAll(() => opened.disposeAsync());

const writer = fc.nat({ max: 2 });
const anyStep = fc.oneof(
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
    arbitrary: fc.record({
      do: fc.constant('poll' as const),
      limit: fc.integer({ min: 1, max: 6 }),
      // Indexes of the last edges that two readers receive, modulo the number of edges.
      pollerStopsAt: fc.nat(),
      otherStopsAt: fc.nat(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 25 }) }),
  },
);

type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

interface Edge {
  readonly cursor: string;
  readonly node: { readonly id: string };
}

/** A reader: the records that it has received, and the cursor with which it continues. */
class Reader {
  readonly channel: string;
  readonly delivered: string[];
  cursor: string | undefined;
  /** The highest number of checkpoints in a cursor. */
  maxCheckpoints: number;

  constructor(channel: string, from?: Reader) {
    this.channel = channel;
    this.delivered = [...(from?.delivered ?? [])];
    this.cursor = from?.cursor;
    this.maxCheckpoints = from?.maxCheckpoints ?? 0;
  }

  receive(ids: readonly string[], cursor: string): void {
    this.delivered.push(...ids);
    this.cursor = cursor;
    const position = cursors.open(cursor, 'feed', {});
    const checkpoints = (position.length - VALUES_BEFORE_CHECKPOINTS) / VALUES_PER_CHECKPOINT;
    this.maxCheckpoints = Math.max(this.maxCheckpoints, checkpoints);
  }

  /** Receives the edges of a page up to the index `last`, modulo the number of edges. */
  receiveEdges(edges: readonly Edge[], last: number): void {
    const received = edges.slice(0, 1 + (last % edges.length));
    this.receive(
      received.map(({ node }) => node.id),
      received.at(-1)?.cursor ?? '',
    );
  }

  /** Receives the next page. Returns whether more pages follow. */
  async poll(limit: number): Promise<boolean> {
    const query = this.cursor === undefined ? '' : `&cursor=${this.cursor}`;
    const { body } = await ada.call(`GET /v1/feed?channel=${this.channel}&limit=${limit}${query}`);
    this.receive(
      body.items.map(({ id }: { id: string }) => id),
      body.next_cursor,
    );
    return body.has_more;
  }

  /** Reads the edges of the next page, without receiving them. */
  async readEdges(first: number): Promise<readonly Edge[]> {
    const { body } = await ada.graphql(
      `query ($channel: String, $first: Int, $after: String) {
        feed(filter: { channel: $channel }, first: $first, after: $after) {
          edges { cursor node { id } } nodes { id } pageInfo { startCursor endCursor }
        }
      }`,
      { channel: this.channel, first, after: this.cursor },
    );
    const { edges, nodes, pageInfo } = body.data.feed;
    expect(nodes).toEqual(edges.map(({ node }: Edge) => node));
    expect(pageInfo).toEqual({
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? (expect.any(String) as string),
    });
    return edges;
  }

  /** Reads to the end. Fails after 200 pages, because then the cursor does not advance. */
  async readAll(): Promise<void> {
    for (let page = 0; await this.poll(3); page++) expect(page).toBeLessThan(200);
  }

  /** Checks that exactly the committed records were delivered, each once unless a cursor has dropped a checkpoint. */
  expectAll(committed: readonly string[]): void {
    expect(new Set(this.delivered)).toEqual(new Set(committed));
    // A cursor keeps at most four checkpoints. Once it has dropped one, records may be repeated.
    if (this.maxCheckpoints < 4) expect(this.delivered.length).toBe(committed.length);
  }
}

let channels = 0;

/** Resets the writers and creates a channel for the next run. Returns its slug. */
async function openChannel(): Promise<string> {
  await writers.reset();
  const channel = `history-${++channels}`;
  await board.database.rows(sql`
    insert into channels (id, slug, title, description, created_at)
    values (gen_random_uuid(), ${channel}, 'x', 'x', ${board.clock.now()})`);
  return channel;
}

const write = (channel: string, index: number, count: number) =>
  writers.write(index, (rows) =>
    insertThreads({ rows }, count, { at: board.clock.now(), by: 'ada', channel }),
  );

/** Executes a step other than a poll. */
async function apply(channel: string, step: Exclude<Step, { readonly do: 'poll' }>): Promise<void> {
  if (step.do === 'write') await write(channel, step.writer, step.count);
  else if (step.do === 'wait') await writers.wait(step.seconds);
  else await writers.end(step.writer, step.do);
}

const anySteps = fc.array(anyStep, { minLength: 5, maxLength: 60, size: 'max' });

/**
 * Checks 40 interleavings; on a slow machine, those that begin within 15 s. The time limit of fast-check is not used: it would
 * let the last interleaving continue during the next test, which has the same writers.
 */
async function checkInterleavings(check: (steps: readonly Step[]) => Promise<void>): Promise<void> {
  const end = performance.now() + 15_000;
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      if (performance.now() < end) await check(steps);
    }),
    { numRuns: 40 },
  );
}

test('a poller receives every committed record, and none twice while its cursors keep all checkpoints, in any order of commits', async () => {
  await checkInterleavings(async (steps) => {
    const poller = new Reader(await openChannel());

    for (const step of steps)
      if (step.do === 'poll') await poller.poll(step.limit);
      else await apply(poller.channel, step);
    await poller.readAll();
    const [committedEarly, deliveredEarly] = [[...writers.committed], new Set(poller.delivered)];
    await writers.commitAll();
    await poller.readAll();

    expect(deliveredEarly).toEqual(new Set(committedEarly));
    poller.expectAll(writers.committed);
  });
});

test('a reader that resumes after any item of a page receives all remaining items, in any order of commits', async () => {
  await checkInterleavings(async (steps) => {
    const poller = new Reader(await openChannel());
    const others: Reader[] = [];

    for (const step of steps) {
      if (step.do !== 'poll') {
        await apply(poller.channel, step);
        continue;
      }
      const edges = await poller.readEdges(step.limit);
      if (edges.length === 0) continue;
      const other = new Reader(poller.channel, poller);
      other.receiveEdges(edges, step.otherStopsAt);
      others.push(other);
      poller.receiveEdges(edges, step.pollerStopsAt);
    }
    await writers.commitAll();

    for (const each of [poller, ...others]) {
      await each.readAll();
      each.expectAll(writers.committed);
    }
  });
});

test('a reader that starts at the present receives the records of transactions that are open then and commit later', async () => {
  const channel = await openChannel();
  await write(channel, 0, 1);
  await writers.end(0, 'commit');
  await write(channel, 1, 2);
  board.clock.advance({ seconds: 5 });
  const feed = `GET /v1/feed?channel=${channel}`;
  const { body: present } = await ada.call(`${feed}&since=now`);
  await writers.end(1, 'commit');
  const later = await Promise.all(
    ['', '&since=now'].map(
      async (since) => (await ada.call(`${feed}${since}&cursor=${present.next_cursor}`)).body.items,
    ),
  );

  expect([present.items, present.next_since]).toEqual([[], board.clock.now().toISOString()]);
  expect(later.map((items) => items.map(({ id }: { id: string }) => id).toSorted())).toEqual(
    Array(2).fill(writers.committed.slice(1).toSorted()),
  );
});
