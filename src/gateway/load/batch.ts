import { setImmediate } from 'node:timers/promises';
import { BusyError } from '../../../prisma/client.ts';
import type { SessionContext } from '../../../schema/context.ts';
import type { DocumentRequest } from '../../../schema/contract.ts';
import { type DocumentCost, operationTypeOf } from '../../../schema/query-cost/document-cost.ts';
import { CHARACTERS_PER_POINT } from '../../../schema/query-cost/weights.ts';
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
   * Counts the longest result that a mutation of a batch can have until the response of the batch is built: the result stays in memory
   * until all other operations have ended, and cannot be refused after it has been written. Throws `BusyError` if there is no room.
   */
  reserveResult(request: DocumentRequest, { sizePoints }: DocumentCost): void {
    if (!request.isInBatch || operationTypeOf(request) !== 'mutation') return;
    const { context, resultShares } = this.#options;
    const { region, connection, settings } = context;
    const characters = Math.min(sizePoints * CHARACTERS_PER_POINT, settings.maxResponseBytes);
    if (!resultShares.hasRoom(region, characters)) throw new BusyError();
    connection?.onServed(resultShares.add(region, characters));
  }
}
