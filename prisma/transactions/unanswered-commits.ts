import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, Pool, PoolClient } from 'pg';

/** A commit has had no response for too long: it may have taken effect or not. */
export class UnansweredCommitError extends Error {
  override readonly name = 'UnansweredCommitError';
  /** Begins like the driver's message for a statement without a response, so that `isOutage` returns true for it. */
  override readonly message = 'Query read timeout: the server has not confirmed the commit';
  /** The response, which may still arrive. */
  readonly commit: Promise<unknown>;

  constructor(commit: Promise<unknown>) {
    super();
    this.commit = commit;
  }
}

/** The members of the driver's clients that its types omit. */
export interface InternalClient {
  readonly processID: number | null;
  readonly connection: Connection;
}

const CHECK_EVERY_MS = 5_000;

/** The longest delay of a timer: 24 days. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Commits whose callers no longer wait for the response. A server that waits for its disk or for a synchronous standby
 * executes a commit even after its connection is closed. If the pool opened new connections meanwhile, the server would run out
 * of them. So each connection keeps its place in the pool while the server reports that it executes the commit. If the server
 * does not report that, the response or the commit was lost.
 */
export class UnansweredCommits {
  readonly #checks: Pool;
  readonly #clients = new Set<PoolClient>();

  /** `checks` is a pool for short statements, with a time limit. */
  constructor(checks: Pool) {
    this.#checks = checks;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Keeps the connection until the commit has ended or is lost, then closes it and resolves. */
  async keep(client: PoolClient, commit: Promise<unknown>): Promise<void> {
    const { connection, processID } = client as PoolClient & InternalClient;
    const ended = commit.then(
      () => true,
      () => true,
    );
    this.#clients.add(client);
    while (await this.#isRunning(processID)) {
      if (await Promise.race([ended, wait(CHECK_EVERY_MS, false, { ref: false })])) break;
    }
    this.#clients.delete(client);
    connection.stream.destroy();
  }

  /** Whether the server reports that its process executes a statement. False if the server cannot be reached. */
  #isRunning(processId: number | null): Promise<boolean> {
    return this.#checks
      .query(`select 1 from pg_stat_activity where pid = $1 and state = 'active'`, [processId])
      .then(
        ({ rows }) => rows.length > 0,
        () => false,
      );
  }
}
