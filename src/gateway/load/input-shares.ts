import { getHeapStatistics } from 'node:v8';
import { BusyError } from '../../../prisma/client.ts';
import { countValues } from '../../../schema/values/size.ts';
import { FairShares } from './fair-shares.ts';

/** The part of the heap that the documents and variables of all operations may take while the operations run. */
const HEAP_SHARE = 1 / 4;

/** Maximum bytes of a value: 350 as it was sent (`facades/http/codec/json.ts`), and 600 as the schema normalizes it. */
export const BYTES_PER_VALUE = 1_000;

/** Smaller operations are not counted: the bounds on requests in flight are enough for them. */
const MIN_BYTES = 64_000;

/** The input of an operation. */
interface OperationInput {
  readonly variables: unknown;
  /** Bytes of the caller's document and its plan. */
  readonly keptBytes: number;
  /** The region of the caller: an IPv4 /24 or IPv6 /48. */
  readonly region: string;
}

/**
 * Bounds the memory of documents and variables while their operations run or wait for connections, locks and checks. A few
 * kilobytes of JSON or GraphQL can take a megabyte, so the bounds on bytes of bodies are not enough. A region must leave as much free
 * as it uses.
 */
export class InputShares {
  readonly #shares: FairShares;

  constructor(heapBytes = getHeapStatistics().heap_size_limit) {
    this.#shares = new FairShares(heapBytes * HEAP_SHARE);
  }

  /** Runs an operation and counts its input until it has ended. Throws `BusyError` if there is no room for the input. */
  async run<Result>(
    { variables, keptBytes, region }: OperationInput,
    execute: () => Promise<Result>,
  ): Promise<Result> {
    const size = keptBytes + BYTES_PER_VALUE * countValues(variables);
    if (size < MIN_BYTES) return execute();
    if (!this.#shares.hasRoom(region, size)) throw new BusyError();
    return execute().finally(this.#shares.add(region, size));
  }
}
