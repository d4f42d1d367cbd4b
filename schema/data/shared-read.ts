import type { Connection } from '../live/live.ts';

/** The client of a request. */
export type Client = Pick<Connection, 'isEnded'>;

/** The client of reads that run even if the client of their request disconnects. */
export const NO_CLIENT: Client = { isEnded: false };

/** Calls `begin` when its caller has a turn, and runs the statement. Throws `BusyError` instead if `begin` returns false. */
type RunInTurn = (begin: () => boolean) => Promise<readonly unknown[]>;

/**
 * One execution of a statement for several callers. Each caller waits for a turn, and the first turn runs the statement: a caller
 * that has used up its share does not make others wait.
 */
export class SharedRead {
  readonly #rows = Promise.withResolvers<readonly unknown[]>();
  readonly #sent = Promise.withResolvers<null>();
  /** The callers that wait for a turn. */
  readonly #callers = new Set<string>();
  /** The clients of the requests that wait for a turn. Cleared when the statement is sent, so that kept rows keep no clients. */
  readonly #clients = new Set<Client>();
  /** The caller for whose turn the statement was sent; null before that. */
  #sender: string | null = null;

  get rows(): Promise<readonly unknown[]> {
    return this.#rows.promise;
  }

  /** Resolves when the statement is sent. */
  get sent(): Promise<null> {
    return this.#sent.promise;
  }

  /** Adds a request. Its caller waits for a turn from the end of this iteration of the event loop on. */
  add(caller: string, client: Client, run: RunInTurn): void {
    if (this.#sender !== null) return;
    this.#clients.add(client);
    if (this.#callers.has(caller)) return;
    this.#callers.add(caller);
    void endOfIteration().then(() => this.#waitForTurn(caller, run));
  }

  async #waitForTurn(caller: string, run: RunInTurn): Promise<void> {
    try {
      this.#rows.resolve(await run(() => this.#begin(caller)));
    } catch (error) {
      this.#callers.delete(caller);
      const isLast = this.#sender === null && this.#callers.size === 0;
      if (isLast || this.#sender === caller) this.#rows.reject(error);
    }
  }

  #begin(caller: string): boolean {
    if (this.#sender !== null || this.#clients.values().every(({ isEnded }) => isEnded)) return false;
    this.#sender = caller;
    this.#clients.clear();
    this.#sent.resolve(null);
    return true;
  }
}

/** Resolves at the end of this iteration of the event loop. */
export const endOfIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Runs a read for several callers, in the first turn of any of them: a caller that has used up its share does not make others wait.
 * Throws the error of the read; `BusyError` if no caller gets a turn.
 */
export async function readInFirstTurn<Rows>(
  callers: readonly string[],
  takeTurn: (caller: string, run: () => Promise<void>) => Promise<void>,
  read: () => Promise<Rows>,
): Promise<Rows> {
  const started = Promise.withResolvers<Promise<Rows>>();
  let isStarted = false;
  const run = async () => {
    if (isStarted) return;
    isStarted = true;
    const reading = read();
    started.resolve(reading);
    // The turn lasts as long as the read, whose error is thrown below.
    await reading.catch(() => undefined);
  };
  const turns = [...new Set(callers)].map((caller) => takeTurn(caller, run));
  // If no caller gets a turn, each error is a `BusyError`.
  Promise.any(turns).catch((error: unknown) => started.reject((error as AggregateError).errors[0]));
  return started.promise;
}
