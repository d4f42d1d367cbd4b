import { BoardError } from '../../schema/contract.ts';

/** Counts the bytes of the response to one request. After a read exceeded the limit, no further read runs. */
export class ResponseBudget {
  readonly #maxBytes: number;
  #usedBytes = 0;
  #isExceeded = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Throws `query_too_complex` if an earlier read exceeded the limit. */
  assertNotExceeded(): void {
    if (this.#isExceeded) throw createTooManyBytes(this.#maxBytes);
  }

  /**
   * Counts the result of a read. Throws `query_too_complex` if the response would exceed the limit with this result. The result
   * must not be sent then.
   */
  addRead(bytes: number): void {
    this.#isExceeded ||= this.#usedBytes + bytes > this.#maxBytes;
    this.assertNotExceeded();
    this.#usedBytes += bytes;
  }

  /**
   * Counts a message that is sent even beyond the limit: the result of a committed write, an error, or the response to a method
   * other than `tools/call`.
   */
  add(bytes: number): void {
    this.#usedBytes += bytes;
  }
}

const createTooManyBytes = (maxBytes: number): BoardError =>
  new BoardError(
    'query_too_complex',
    `The response would be larger than ${maxBytes} bytes. Send fewer calls in one request, or request fewer records.`,
    { members: { bound: 'bytes', max: maxBytes } },
  );
