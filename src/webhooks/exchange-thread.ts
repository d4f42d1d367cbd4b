import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type ExchangeRequest, type ExchangeResult, TIMEOUT_MS } from './exchange.ts';

const SCRIPT = new URL(`./exchange-worker${extname(import.meta.url)}`, import.meta.url);

/** The thread ends after this time without a request. */
const IDLE_MS = 60_000;

/** A thread that has not responded this long after the timeout of a request is replaced. */
const GRACE_MS = 10_000;

const MEMORY_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

const TIMED_OUT: ExchangeResult = { status: null, error: 'timeout', body: '', tlsMs: 0, address: null };

const FAILED: ExchangeResult = { ...TIMED_OUT, error: 'connection_failed' };

export interface NumberedRequest {
  readonly number: number;
  /** Null to end the request of this number. */
  readonly request: ExchangeRequest | null;
}

export interface NumberedResult {
  readonly number: number;
  readonly result: ExchangeResult;
}

/** The time that TLS has taken so far for a request that is running. */
export interface NumberedTls {
  readonly number: number;
  readonly tlsMs: number;
}

/**
 * Makes requests in a worker thread. A server can make a TLS handshake or a response expensive to process. In this thread, that
 * delays only other calls.
 */
export class ExchangeThread {
  #thread: RunningThread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastNumber = 0;

  /**
   * Returns the result of a request; the signal ends it, with the error `timeout`. If the thread ends meanwhile, the result has the
   * error `connection_failed` and the last reported time of TLS. Never rejects.
   */
  async exchange(request: ExchangeRequest, signal?: AbortSignal): Promise<ExchangeResult> {
    if (signal?.aborted) return TIMED_OUT;
    this.#thread ??= this.#start();
    const thread = this.#thread;
    clearTimeout(this.#idleTimer);
    const number = (this.#lastNumber += 1);
    const { promise, resolve } = Promise.withResolvers<ExchangeResult>();
    const timer = setTimeout(() => void this.#end(thread), TIMEOUT_MS + GRACE_MS).unref();
    thread.pending.set(number, { resolve, tlsMs: 0 });
    const send = (content: ExchangeRequest | null) =>
      thread.worker.postMessage({ number, request: content } satisfies NumberedRequest);
    const abort = () => send(null);
    send(request);
    signal?.addEventListener('abort', abort);
    const result = await promise;
    signal?.removeEventListener('abort', abort);
    clearTimeout(timer);
    this.#endWhenIdle(thread);
    return result;
  }

  /** Ends the thread. Requests that are running fail. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    if (this.#thread) await this.#end(this.#thread);
  }

  #endWhenIdle(thread: RunningThread): void {
    clearTimeout(this.#idleTimer);
    if (this.#thread !== thread || thread.pending.size > 0) return;
    this.#idleTimer = setTimeout(() => void this.#end(thread), IDLE_MS).unref();
  }

  /** Further requests get a new thread. */
  async #end(thread: RunningThread): Promise<void> {
    if (this.#thread === thread) this.#thread = undefined;
    thread.ending ??= thread.worker.terminate();
    await thread.ending;
  }

  #start(): RunningThread {
    const worker = new Worker(SCRIPT, { env: {}, execArgv: [], resourceLimits: MEMORY_LIMITS });
    const thread: RunningThread = { worker, pending: new Map() };
    const { pending } = thread;
    worker.unref();
    worker.on('message', (message: NumberedResult | NumberedTls) => {
      const request = pending.get(message.number);
      if (!request) return;
      if ('tlsMs' in message) request.tlsMs = message.tlsMs;
      else {
        pending.delete(message.number);
        request.resolve(message.result);
      }
    });
    // Without a listener an error of the thread would end the process. `exit` reports the end of the thread.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const { resolve, tlsMs } of pending.values()) resolve({ ...FAILED, tlsMs });
      pending.clear();
    });
    return thread;
  }
}

interface PendingRequest {
  readonly resolve: (result: ExchangeResult) => void;
  /** As in `NumberedTls`. */
  tlsMs: number;
}

interface RunningThread {
  readonly worker: Worker;
  readonly pending: Map<number, PendingRequest>;
  /** Set when the thread is being ended. Resolves when it has ended. */
  ending?: Promise<unknown>;
}
