import { getHeapStatistics } from 'node:v8';
import { BusyError } from '../../../prisma/client.ts';
import { countValues } from '../../../schema/values/size.ts';
import { FairShares } from './fair-shares.ts';

/** The part of the heap that the variables of all operations may take while the operations run or wait. */
const HEAP_SHARE = 1 / 4;

/** Maximum bytes of a value: 350 as it was sent (`facades/http/codec/json.ts`), and 600 as the schema normalizes it. */
const BYTES_PER_VALUE = 1_000;

/** Variables of fewer values are not counted: the bounds on requests in flight are enough for them. */
const MIN_VALUES = 40;

/**
 * Bounds the memory of variables while their operations run, and wait for connections, locks and checks. A few kilobytes of JSON can
 * take a megabyte, so the bounds on bytes of bodies are not enough. A region must leave as much free as it uses.
 */
export class InputShares {
  readonly #shares: FairShares;

  constructor(heapBytes = getHeapStatistics().heap_size_limit) {
    this.#shares = new FairShares(heapBytes * HEAP_SHARE);
  }

  /** Runs an operation, whose variables count until it has ended. Throws `BusyError` if there is no room for them. */
  async run<Result>(variables: unknown, region: string, execute: () => Promise<Result>): Promise<Result> {
    const values = countValues(variables);
    if (values < MIN_VALUES) return execute();
    const size = BYTES_PER_VALUE * values;
    if (!this.#shares.hasRoom(region, size)) throw new BusyError();
    return execute().finally(this.#shares.add(region, size));
  }
}
