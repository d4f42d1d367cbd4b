import { JsonText } from '../../prisma/client.ts';

/** Counts the long texts that a caller's document has loaded: its response has at least as many bytes. */
export class LoadedText {
  readonly #assertSize: (bytes: number) => void;
  #bytes = 0;
  /** The first error, which all fields share: a document may have tens of thousands of fields with text. */
  #error: Error | null = null;

  /** `assertSize` throws if a response with so many bytes is too long. */
  constructor(assertSize: (bytes: number) => void) {
    this.#assertSize = assertSize;
  }

  /** Whether the texts are too long for a response, so that no further statement is started for them. */
  get isTooLong(): boolean {
    return this.#error !== null;
  }

  /** Counts a loaded value. Of objects, the texts that the document selects are counted (`createMemberTextResolver`). */
  count(value: unknown): void {
    const text = value instanceof JsonText ? value.text : value;
    if (typeof text === 'string') this.#bytes += Buffer.byteLength(text);
    this.#check();
  }

  /** Throws if the texts are too long for a response. */
  assertSize(): void {
    this.#check();
    if (this.#error !== null) throw this.#error;
  }

  #check(): void {
    if (this.#error !== null) return;
    try {
      this.#assertSize(this.#bytes);
    } catch (error) {
      this.#error = error as Error;
    }
  }
}
