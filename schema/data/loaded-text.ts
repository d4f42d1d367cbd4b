import { JsonText } from '../../prisma/client.ts';

/** Counts the long texts that a caller's document has loaded: its response has at least as many bytes. */
export class LoadedText {
  readonly #assertSize: (bytes: number) => void;
  #bytes = 0;
  #isTooLong = false;

  /** `assertSize` throws if a response with so many bytes is too long. */
  constructor(assertSize: (bytes: number) => void) {
    this.#assertSize = assertSize;
  }

  /** Whether the texts are too long for a response, so that no further statement is started for them. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** Adds a loaded value. Throws if the texts are too long. Of objects, the members that the document selects count (`memberText`). */
  add(value: unknown): void {
    const text = value instanceof JsonText ? value.text : value;
    if (typeof text === 'string') this.#bytes += Buffer.byteLength(text);
    this.assertSize();
  }

  /** Throws if the texts are too long for a response. */
  assertSize(): void {
    try {
      this.#assertSize(this.#bytes);
    } catch (error) {
      this.#isTooLong = true;
      throw error;
    }
  }
}
