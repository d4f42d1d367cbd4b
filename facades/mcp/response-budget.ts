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

  /** Counts the result of a read. Throws `query_too_complex` if it exceeds the limit; it must not be sent then. */
  addRead(bytes: number): void {
    this.#isExceeded ||= this.#usedBytes + bytes > this.#maxBytes;
    this.assertNotExceeded();
    this.#usedBytes += bytes;
  }

  /** Counts a result that is sent even beyond the limit: the result of a committed write, or an error. */
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
