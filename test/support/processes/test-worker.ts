import { Channel } from '../../../src/workers/channel.ts';
import type { WorkerProcess } from '../../../src/workers/worker-process.ts';

/** A worker that serves and ends when a test says so. It also ends when it is killed, or closed while it serves. */
export class TestWorker implements WorkerProcess {
  readonly number: number;
  readonly pid = 1;
  readonly channel: Channel;
  /** Whether the worker leaves requests unanswered. */
  isHung = false;
  #isServing = false;
  readonly #readiness = Promise.withResolvers<undefined>();
  readonly #end = Promise.withResolvers<string>();
  readonly ready: Promise<void> = this.#readiness.promise;
  readonly ended = this.#end.promise;

  constructor(number: number) {
    this.number = number;
    this.channel = new Channel(({ requests }) => {
      if (this.isHung) return;
      if (this.#isServing && requests.some(({ topic }) => topic === 'close')) this.end('closed');
      for (const { id, topic } of requests)
        this.channel.receive({ requests: [], answers: [{ id, error: `nothing handles ${topic}` }] });
    });
  }

  serve(): void {
    this.#isServing = true;
    this.#readiness.resolve(undefined);
  }

  end(reason: string): void {
    this.#end.resolve(reason);
  }

  kill(): void {
    this.end('killed');
  }
}
