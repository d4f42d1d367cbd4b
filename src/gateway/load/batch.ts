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

/** The documents of a session: several if its request is a batch. */
export class Batch {
  readonly #options: BatchOptions;
  #nextTurn: Promise<unknown> = Promise.resolve();
  /** Characters of the results of mutations that this batch counts. */
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
    const { context, resultShares } = this.#options;
    // The results of a session together have at most `maxResponseBytes`.
    const maxCharacters = context.settings.maxResponseBytes - this.#counted;
    const characters = Math.ceil(Math.min(sizePoints * CHARACTERS_PER_POINT, Math.max(0, maxCharacters)));
    if (!resultShares.hasRoom(context.region, characters)) throw new BusyError();
    const release = this.#count(characters);
    let length = 0;
    try {
      const executed = await run();
      length = executed.data?.length ?? 0;
      return executed;
    } finally {
      release();
      context.connection?.onServed(this.#count(length));
    }
  }

  /** Counts characters until the returned function is called. */
  #count(characters: number): () => void {
    this.#counted += characters;
    const release = this.#options.resultShares.add(this.#options.context.region, characters);
    return () => {
      this.#counted -= characters;
      release();
    };
  }
}
