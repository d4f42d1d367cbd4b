import { setImmediate } from 'node:timers/promises';
import type { DocumentRequest } from '../../../schema/contract.ts';
import { assertBound } from '../../../schema/query-cost/bounds.ts';
import { type DocumentCost, operationTypeOf } from '../../../schema/query-cost/document-cost.ts';

/**
 * Maximum points of the results of all mutations of a batch: 625 000 characters. They stay in memory until the last operation of the
 * batch has ended, and the bound on results whose responses are not built yet (`createResultShares`) cannot refuse them, because they
 * have been written.
 */
const MAX_MUTATION_POINTS = 250;

/** The documents of a session: several if its request is a batch. */
export class Batch {
  readonly #resume: () => void;
  #nextTurn: Promise<unknown> = Promise.resolve();
  #mutationPoints = 0;

  constructor(resume: () => void) {
    this.#resume = resume;
  }

  /** Waits for a turn. A session has one turn per iteration of the event loop, so that a batch does not delay other requests. */
  async waitForTurn(): Promise<void> {
    const turn = this.#nextTurn;
    this.#nextTurn = turn.then(() => setImmediate());
    await turn;
    this.#resume();
  }

  /** Throws `query_too_complex` if the results of the mutations of a batch may be too long together. */
  assertResults(request: DocumentRequest, { sizePoints }: DocumentCost): void {
    if (!request.isInBatch || operationTypeOf(request) !== 'mutation') return;
    const points = this.#mutationPoints + sizePoints;
    assertBound('points', Math.ceil(points), MAX_MUTATION_POINTS, () => EXPLANATION);
    this.#mutationPoints = points;
  }
}

const EXPLANATION =
  'The results of all mutations of a batch count together: send some of them in separate requests.';
