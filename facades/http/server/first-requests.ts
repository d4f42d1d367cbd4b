import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { RegionQueue } from '../region-queue.ts';

/** After this number of iterations of the event loop that accept a connection, a waiting request starts. */
const MAX_ACCEPTS = 50;

/** Returns the region of the client of a request. */
export type RegionReader = (incoming: IncomingMessage) => string;

/**
 * Starts the first request of each connection. An iteration of the event loop accepts one connection, in the order of their
 * arrival. If requests started in the same iterations, expensive ones of one network would delay the connections of all
 * others. So while connections are accepted, first requests wait; one starts in an iteration, and the regions come in turn.
 */
export class FirstRequests {
  readonly #regionOf: RegionReader;
  readonly #newSockets = new WeakSet<Socket>();
  readonly #waiting = new RegionQueue<() => void>();
  #isScheduled = false;
  #hasAccepted = false;
  #accepts = 0;

  constructor(server: Server, regionOf: RegionReader) {
    this.#regionOf = regionOf;
    server.on('connection', (socket) => {
      this.#newSockets.add(socket);
      this.#hasAccepted = true;
      this.#schedule();
    });
  }

  /** Runs a request, at once unless it is the first of its connection and must wait. */
  run(incoming: IncomingMessage, run: () => void): void {
    const { socket } = incoming;
    const isFirst = this.#newSockets.delete(socket);
    if (!isFirst || (!this.#hasAccepted && this.#waiting.isEmpty)) {
      run();
      return;
    }
    this.#waiting.add(this.#regionOf(incoming), () => {
      if (!socket.destroyed) run();
    });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#endIteration());
  }

  #endIteration(): void {
    this.#isScheduled = false;
    this.#accepts = this.#hasAccepted ? this.#accepts + 1 : 0;
    if (!this.#hasAccepted || this.#accepts >= MAX_ACCEPTS) {
      this.#accepts = 0;
      this.#waiting.take()?.();
    }
    this.#hasAccepted = false;
    if (!this.#waiting.isEmpty) this.#schedule();
  }
}
