// Connections with overlapping transactions, whose records are committed in any order.
import { sql } from '../../../prisma/client.ts';
import { MAX_COMMIT_DELAY_MS } from '../../../schema/feed/checkpoints.ts';
import type { TestBoard } from '../board/board.ts';
import { openClient, type Query } from '../database/open-client.ts';

/** Some connections, each with at most one transaction. */
export class OverlappingWriters<Written> {
  readonly #board: TestBoard;
  readonly #queries: readonly Query[];
  readonly #transactions = new Map<number, { readonly begun: number; readonly written: Written[] }>();
  /** The records of the committed transactions, in the order of the commits. */
  committed: Written[] = [];

  constructor(board: TestBoard, queries: readonly Query[]) {
    this.#board = board;
    this.#queries = queries;
  }

  /** The numbers of the connections. */
  get indexes(): readonly number[] {
    return [...this.#queries.keys()];
  }

  /** Writes in the transaction of a connection, which begins if there is none. */
  async write(index: number, run: (query: Query) => Promise<readonly Written[]>): Promise<void> {
    const query = this.#queries[index]!;
    const openTransaction = this.#transactions.get(index);
    if (!openTransaction) await query(sql`begin`);
    const transaction = openTransaction ?? { begun: this.#board.clock.now().getTime(), written: [] };
    this.#transactions.set(index, transaction);
    transaction.written.push(...(await run(query)));
  }

  /** Ends the transaction of a connection, if it has one. */
  async end(index: number, command: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transactions.get(index);
    if (!transaction) return;
    await this.#queries[index]!(command === 'commit' ? sql`commit` : sql`rollback`);
    if (command === 'commit') this.committed.push(...transaction.written);
    this.#transactions.delete(index);
  }

  async commitAll(): Promise<void> {
    for (const index of this.indexes) await this.end(index, 'commit');
  }

  /** Begins another run: rolls back, and discards the list of committed records. */
  async reset(): Promise<void> {
    for (const index of this.indexes) await this.end(index, 'rollback');
    this.committed = [];
  }

  /** Advances the clock. First commits the transactions that would be open for MAX_COMMIT_DELAY_MS or longer. */
  async wait(seconds: number): Promise<void> {
    const until = this.#board.clock.now().getTime() + seconds * 1000;
    for (const index of this.indexes) {
      const { begun = until } = this.#transactions.get(index) ?? {};
      if (until - begun >= MAX_COMMIT_DELAY_MS) await this.end(index, 'commit');
    }
    this.#board.clock.advance({ seconds });
  }
}

/** Opens `count` connections to the database of a board. */
export const openWriters = async <Written>(
  opened: AsyncDisposableStack,
  board: TestBoard,
  count: number,
): Promise<OverlappingWriters<Written>> =>
  new OverlappingWriters<Written>(
    board,
    await Promise.all(Array.from({ length: count }, () => openClient(opened, board.database.connection))),
  );

/** Calls `run` while another write of the process locks the records. */
export async function runWhileLocked<Result>(
  board: TestBoard,
  records: string | readonly string[],
  run: () => Promise<Result>,
): Promise<Result> {
  const [started, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const turn = { caller: 'other', region: 'other', bytes: 0, records: [records].flat() };
  const other = board.database.transaction(async () => {
    started.resolve(undefined);
    await gate.promise;
  }, turn);
  await started.promise;
  try {
    return await run();
  } finally {
    gate.resolve(undefined);
    await other;
  }
}
