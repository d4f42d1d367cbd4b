/** Answers a request of the other process. The payload and the result are JSON values; `undefined` becomes null. */
export type RequestHandler = (payload: unknown) => unknown;

type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** The requests and answers that one process sends to the other in one iteration of the event loop. */
export interface Packet {
  readonly requests: readonly { readonly id: number; readonly topic: string; readonly payload: unknown }[];
  readonly answers: readonly Answer[];
}

/** The other process has ended, or rejected the request. */
export class ChannelError extends Error {}

/**
 * Requests between the primary process and a worker, in both directions, over Node's IPC. The requests and answers of one
 * iteration of the event loop share one message: each message costs two system calls.
 */
export class Channel {
  readonly #send: (packet: Packet) => void;
  readonly #handlers = new Map<string, RequestHandler>();
  readonly #pendingRequests = new Map<number, PromiseWithResolvers<unknown>>();
  #requests: Packet['requests'][number][] = [];
  #answers: Answer[] = [];
  #lastId = 0;
  #isScheduled = false;
  #isClosed = false;

  constructor(send: (packet: Packet) => void) {
    this.#send = send;
  }

  /** Answers the requests of a topic. */
  handle(topic: string, handler: RequestHandler): void {
    this.#handlers.set(topic, handler);
  }

  /** Sends a request and returns its answer. Rejects with ChannelError. */
  request<Result>(topic: string, payload: unknown = null): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new ChannelError('the other process has ended'));
    const answer = Promise.withResolvers<unknown>();
    const id = (this.#lastId += 1);
    this.#pendingRequests.set(id, answer);
    this.#requests.push({ id, topic, payload });
    this.#schedule();
    return answer.promise as Promise<Result>;
  }

  /** Processes a packet of the other process. */
  receive({ requests, answers }: Packet): void {
    for (const answer of answers) {
      const pendingRequest = this.#pendingRequests.get(answer.id);
      this.#pendingRequests.delete(answer.id);
      if ('error' in answer) pendingRequest?.reject(new ChannelError(answer.error));
      else pendingRequest?.resolve(answer.result);
    }
    for (const request of requests) this.#answer(request);
  }

  /** Rejects the requests that are not answered yet, and all later requests. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#pendingRequests.values())
      reject(new ChannelError('the other process has ended'));
    this.#pendingRequests.clear();
  }

  /** Creates no promise for a synchronous result, because every counted call of a client passes through here. */
  #answer({ id, topic, payload }: Packet['requests'][number]): void {
    const toError = (error: unknown) => this.#addAnswer({ id, error: (error as Error).message });
    try {
      const handler = this.#handlers.get(topic);
      if (!handler) throw new Error(`nothing handles ${topic}`);
      const result = handler(payload);
      if (!(result instanceof Promise)) this.#addAnswer({ id, result: result ?? null });
      else result.then((value: unknown) => this.#addAnswer({ id, result: value ?? null }), toError);
    } catch (error) {
      toError(error);
    }
  }

  #addAnswer(answer: Answer): void {
    this.#answers.push(answer);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      const packet = { requests: this.#requests, answers: this.#answers };
      [this.#requests, this.#answers, this.#isScheduled] = [[], [], false];
      if (!this.#isClosed) this.#send(packet);
    });
  }
}

/** A process with an IPC channel: a worker for the primary process, and `process` for a worker. */
type ConnectedProcess = Pick<NodeJS.Process, 'send'>;

/** Opens the channel to a process. A packet to a process that has ended is lost: the sender notices the end by other events. */
export const openChannelTo = (other: ConnectedProcess): Channel =>
  // Without the callback, `send` would emit `error`, which would end a worker, or hide why a worker has ended.
  new Channel((packet) => other.send?.(packet, undefined, undefined, () => undefined));
