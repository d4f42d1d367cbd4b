import { setImmediate as immediate } from 'node:timers/promises';
import type { Database, OpenTransaction, Sql, StatementPlanning } from '../../../prisma/client.ts';

/** A statement that runs longer than this probably waits for a lock, so the schedule runs the next statement. */
const BLOCKED_MS = 15;

/** Runs the statements of several boards on one database one at a time, in the order that a test chooses. */
export class StatementSchedule {
  readonly #waitingStatements: (() => void)[] = [];
  #runningStatements = 0;
  #isOn = false;
  /** `turns`: statements and commits that have run. `choices`: how often several statements or commits were waiting. */
  readonly counts = { turns: 0, choices: 0 };

  constructor(databases: readonly Database[]) {
    for (const database of databases) this.#control(database);
  }

  /** Runs the actors at the same time. Each number of `order` selects which waiting statement runs next; the list repeats. */
  async run<Result>(
    actors: readonly (() => Promise<Result>)[],
    order: readonly number[],
  ): Promise<readonly Result[]> {
    this.#isOn = true;
    let activeActors = actors.length;
    const results = Promise.all(actors.map((act) => act().finally(() => (activeActors -= 1))));
    // The caller of `run` receives a rejection below. Until then, Node would report it as unhandled.
    results.catch(() => undefined);
    for (let turn = 0; activeActors > 0; turn += 1) {
      await this.#settle();
      if (this.#waitingStatements.length > 1) this.counts.choices += 1;
      const chosen = (order[turn % order.length] ?? 0) % Math.max(this.#waitingStatements.length, 1);
      this.#waitingStatements.splice(chosen, 1)[0]?.();
    }
    this.#isOn = false;
    return results;
  }

  /** Waits until the running statement has ended and its board has sent its next one, or for at most BLOCKED_MS. */
  async #settle(): Promise<void> {
    const start = performance.now();
    // From one statement to the next, a board may take several iterations of the event loop.
    for (let quiet = 0; quiet < 4 && performance.now() - start < BLOCKED_MS;) {
      await immediate();
      quiet = this.#runningStatements > 0 ? 0 : quiet + 1;
    }
  }

  async #turn<Result>(run: () => Promise<Result>): Promise<Result> {
    if (!this.#isOn) return run();
    await new Promise<void>((resolve) => this.#waitingStatements.push(resolve));
    this.counts.turns += 1;
    this.#runningStatements += 1;
    try {
      return await run();
    } finally {
      this.#runningStatements -= 1;
    }
  }

  #control(database: Database): void {
    const rows = database.rows.bind(database);
    const { transaction, longTransaction, groupCommit } = database;
    database.rows = (statement, planning) => this.#turn(() => rows(statement, planning));
    const control =
      <Result>(work: (tx: OpenTransaction) => Promise<Result>) =>
      async (tx: OpenTransaction) => {
        const result = await work(this.#controlTransaction(tx));
        // The commit has a turn, as a statement has.
        await this.#turn(() => Promise.resolve());
        return result;
      };
    database.transaction = (work, entry) => transaction(control(work), entry);
    database.longTransaction = (work, entry) => longTransaction(control(work), entry);
    database.groupCommit = (work, entry) => groupCommit(control(work), entry);
  }

  readonly #controlledTransactions = new WeakMap<OpenTransaction, OpenTransaction>();

  /** Returns the same object for the same transaction: the board batches the statements of a group by their transaction object. */
  #controlTransaction(tx: OpenTransaction): OpenTransaction {
    const controlledBefore = this.#controlledTransactions.get(tx);
    if (controlledBefore) return controlledBefore;
    const controlled: OpenTransaction = Object.create(tx, {
      rows: {
        value: (statement: Sql, planning?: StatementPlanning) =>
          this.#turn(() => tx.rows(statement, planning)),
      },
      isGroup: { value: tx.isGroup },
      extendTimeout: { value: (milliseconds: number) => tx.extendTimeout(milliseconds) },
      beforeCommit: { value: tx.beforeCommit.bind(tx) },
    });
    this.#controlledTransactions.set(tx, controlled);
    return controlled;
  }
}
