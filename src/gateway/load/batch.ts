import { setImmediate } from 'node:timers/promises';
import { BusyError } from '../../../prisma/client.ts';
import type { SessionContext } from '../../../schema/context.ts';
import type { DocumentRequest } from '../../../schema/contract.ts';
import { type DocumentCost, operationTypeOf } from '../../../schema/query-cost/document-cost.ts';
import { CHARACTERS_PER_POINT } from '../../../schema/query-cost/weights.ts';
import type { ExecutedDocument } from '../document-result.ts';
import type { FairShares } from './fair-shares.ts';

/** The caller of a batch, and the shares of regions in the characters of results whose responses are not built yet. */
interface BatchOptions {
  readonly context: SessionContext;
  readonly resultShares: FairShares;
  readonly resume: () => void;
}

/** Points count a character that JSON escapes, or that takes two UTF-16 units, as one. */
const MAX_LENGTH_FACTOR = 2;

/** The documents of a session: several if its request is a batch. */
export class Batch {
  readonly #options: BatchOptions;
  #nextTurn: Promise<unknown> = Promise.resolve();
  /** Characters of the results of mutations: the longest possible ones of those that run, and those that are complete. */
  #characters = 0;
  /** The characters that count: at most `maxResponseBytes`, because the results of a session together have no more. */
  #counted = 0;

  constructor(options: BatchOptions) {
    this.#options = options;
  }

  /** Waits for a turn. A session has one turn per iteration of the event loop, so that a batch does not delay other requests. */
  async waitForTurn(): Promise<void> {
    const turn = this.#nextTurn;
    this.#nextTurn = turn.then(() => setImmediate());
    await turn;
    this.#options.resume();
  }

  /**
   * Runs a document. The result of a mutation in a batch stays in memory until all other operations have ended, and cannot be refused
   * once the mutation is committed: its maximum length counts while it runs, and its length until the response is built. Throws
   * `BusyError` if there is no room.
   */
  async countResult(
    request: DocumentRequest,
    { sizePoints }: DocumentCost,
    run: () => Promise<ExecutedDocument>,
  ): Promise<ExecutedDocument> {
    if (!request.isInBatch || operationTypeOf(request) !== 'mutation') return run();
    const characters = Math.ceil(sizePoints * CHARACTERS_PER_POINT * MAX_LENGTH_FACTOR);
    const { region, connection } = this.#options.context;
    if (!this.#options.resultShares.hasRoom(region, this.#differenceOf(characters))) throw new BusyError();
    this.#change(characters);
    let length = 0;
    try {
      const executed = await run();
      length = executed.data?.length ?? 0;
      return executed;
    } finally {
      this.#change(length - characters);
      if (connection) connection.onServed(() => this.#change(-length));
      else this.#change(-length);
    }
  }

  /** How many characters more count if the results have so many more. */
  #differenceOf(characters: number): number {
    const { maxResponseBytes } = this.#options.context.settings;
    return Math.min(this.#characters + characters, maxResponseBytes) - this.#counted;
  }

  #change(characters: number): void {
    const difference = this.#differenceOf(characters);
    this.#characters += characters;
    this.#counted += difference;
    this.#options.resultShares.change(this.#options.context.region, difference);
  }
}
