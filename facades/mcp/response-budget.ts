import { BoardError } from '../../schema/contract.ts';

/** Counts the bytes that one request is answered with. Once a read did not fit, no further read of the request runs. */
export class ResponseBudget {
  readonly #max: number;
  #used = 0;
  #isFull = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** Throws `query_too_complex` where a read did not fit before. */
  assertNotExceeded(): void {
    if (this.#isFull) throw tooLong(this.#max);
  }

  /** Counts the answer to a read. Throws `query_too_complex` where it does not fit; it must not be sent then. */
  addRead(bytes: number): void {
    this.#isFull ||= this.#used + bytes > this.#max;
    this.assertNotExceeded();
    this.#used += bytes;
  }

  /** Counts an answer that is always sent: to a write, which has happened, or a refusal. */
  add(bytes: number): void {
    this.#used += bytes;
  }
}

const tooLong = (max: number): BoardError =>
  new BoardError(
    'query_too_complex',
    `The answer would have more than ${max} bytes. Send fewer calls in one request, or ask for fewer records.`,
    { members: { bound: 'bytes', max } },
  );
