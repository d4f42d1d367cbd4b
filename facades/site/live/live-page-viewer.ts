/** Maximum characters of a version that are kept for a viewer. */
const MAX_VERSION_LENGTH = 100;

/**
 * The stream to one browser that follows a live page. At most one message waits to be sent: a newer message replaces it, so
 * that a slow client takes no more memory.
 */
export class LivePageViewer {
  /** The version of the page that the browser shows. */
  readonly seenVersion: string;
  /** The version of the last event; before the first event, the version that the client already has. */
  #lastVersion: string;
  #next: string | null = null;
  #wake: (() => void) | undefined;
  #isEnded = false;
  readonly #onEnd: (() => void)[] = [];

  /**
   * `receivedVersion` is the version of the last event that the client received before it connected again; null if it has
   * received none.
   */
  constructor({
    seenVersion,
    receivedVersion,
  }: {
    readonly seenVersion: string;
    readonly receivedVersion: string | null;
  }) {
    this.seenVersion = seenVersion.slice(0, MAX_VERSION_LENGTH);
    this.#lastVersion = (receivedVersion ?? seenVersion).slice(0, MAX_VERSION_LENGTH);
    // A comment, so that the response begins at once.
    this.#next = ':\n\n';
  }

  onEnd(listener: () => void): void {
    this.#onEnd.push(listener);
  }

  /** Sends the message about a version as a server-sent event, unless the last event had the same version. */
  send(version: string, markup: string): void {
    if (version === this.#lastVersion) return;
    this.#lastVersion = version;
    this.#put(`id: ${version}\ndata: ${markup.replaceAll(/\s+/g, ' ')}\n\n`);
  }

  /** Sends a comment unless something waits to be sent, so that proxies keep the connection open. */
  sendHeartbeat(): void {
    if (this.#next === null) this.#put(':\n\n');
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#wake?.();
    for (const listener of this.#onEnd) listener();
  }

  /** The stream of the events. Takes the next event only when the client has room for it. */
  toByteStream(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const text = await this.#take();
        if (text === null) controller.close();
        else controller.enqueue(encoder.encode(text));
      },
      cancel: () => this.end(),
    });
  }

  #put(text: string): void {
    this.#next = text;
    this.#wake?.();
  }

  /** The next event; null at the end. */
  async #take(): Promise<string | null> {
    if (this.#next === null && !this.#isEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const text = this.#next;
    this.#next = null;
    return text;
  }
}
