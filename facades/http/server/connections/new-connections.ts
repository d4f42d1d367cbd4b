import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { countConnectionStep, endOfMicrotasks } from '../../iterations.ts';
import { RegionQueue } from '../../region-queue.ts';

/** While consecutive iterations accept connections, one waiting connection starts after each `MAX_ACCEPTS` iterations. */
const MAX_ACCEPTS = 50;

/**
 * When consecutive iterations that accept connections have taken `MAX_ACCEPTING_MS`, and `BUSY_ITERATION_MS` each on average,
 * waiting connections start in each iteration. Iterations that only accept connections take about 1 ms. Longer iterations also do
 * other work: without this bound, waiting connections would hardly start for as long as connections arrive.
 */
const MAX_ACCEPTING_MS = 1_000;
const BUSY_ITERATION_MS = 2;

/**
 * After this time they start in each iteration, however short the iterations are. A burst has been accepted by then, because the
 * operating system holds at most 4096 connections that are not accepted. More connections are a load that may last.
 */
const MAX_BURST_MS = 5_000;

/** An iteration starts at most `MAX_STARTS` waiting connections, and none after `MAX_STARTS_MS`. */
const MAX_STARTS = 32;
const MAX_STARTS_MS = 10;

/** Returns the region of the client of a request. */
export type RegionReader = (incoming: IncomingMessage) => string;

interface WaitingConnection {
  readonly socket: Socket;
  readonly start: () => void;
}

/**
 * Starts new connections: from then on their requests run. One iteration of the event loop accepts one connection, in the order
 * of arrival. If requests ran in the same iterations, expensive requests of one region would delay the connections of all other
 * regions. Therefore new connections wait while connections are accepted. Then up to 32 start in an iteration, and the regions
 * take turns.
 */
export class NewConnections {
  readonly #regionOfRequest: RegionReader;
  readonly #waiting = new RegionQueue<WaitingConnection>();
  #isScheduled = false;
  #hasAccepted = false;
  /** Number of consecutive iterations that have accepted a connection while connections waited. */
  #accepts = 0;
  /** When the first of these iterations ended; null before that. */
  #acceptingSince: number | null = null;

  constructor(server: Server, regionOfRequest: RegionReader) {
    this.#regionOfRequest = regionOfRequest;
    server.on('connection', (socket) => {
      // `Connections` has closed it, because there are too many.
      if (socket.destroyed) return;
      this.#hasAccepted = true;
      this.#schedule();
    });
  }

  /**
   * Calls `start` for the connection of a first request: at once, or when its turn has come. Never for a connection that has
   * closed. Returns a function that removes a connection that waits; it must be called when the connection closes.
   */
  start(incoming: IncomingMessage, start: () => void): () => void {
    if (!this.#hasAccepted && this.#waiting.isEmpty) {
      start();
      return () => undefined;
    }
    const remove = this.#waiting.add(this.#regionOfRequest(incoming), { socket: incoming.socket, start });
    this.#schedule();
    return remove;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#endIteration());
  }

  #endIteration(): void {
    this.#isScheduled = false;
    const hasAccepted = this.#hasAccepted;
    this.#hasAccepted = false;
    if (hasAccepted) this.#accepts += 1;
    if (!hasAccepted || this.#hasAcceptedLong()) void this.#startSeveral();
    else if (this.#accepts % MAX_ACCEPTS === 0) this.#startNext();
    if (!hasAccepted || this.#waiting.isEmpty) {
      this.#accepts = 0;
      this.#acceptingSince = null;
    }
    if (!this.#waiting.isEmpty) this.#schedule();
  }

  #hasAcceptedLong(): boolean {
    const now = performance.now();
    this.#acceptingSince ??= now;
    const ms = now - this.#acceptingSince;
    return ms >= MAX_BURST_MS || (ms >= MAX_ACCEPTING_MS && ms >= this.#accepts * BUSY_ITERATION_MS);
  }

  /** Starts waiting connections in this iteration. Each starts when the requests of the previous connection have ended or wait. */
  async #startSeveral(): Promise<void> {
    const beganAt = performance.now();
    for (let started = 0; started < MAX_STARTS && performance.now() - beganAt < MAX_STARTS_MS; started++) {
      if (!this.#startNext()) return;
      await endOfMicrotasks();
    }
  }

  /** Returns false if no connection waits. */
  #startNext(): boolean {
    const next = this.#takeOpen();
    if (!next) return false;
    countConnectionStep();
    next.start();
    return true;
  }

  /** Takes the next connection that is still open. */
  #takeOpen(): WaitingConnection | undefined {
    let next = this.#waiting.take();
    while (next?.socket.destroyed) next = this.#waiting.take();
    return next;
  }
}
