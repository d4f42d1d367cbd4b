import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { discardBody } from './body-limit.ts';
import type { Connections } from './connections/connections.ts';
import type { Peer } from './peer.ts';

/** A request with the time at which its head had been received, in milliseconds as `performance.now()`. */
export class TimedRequest extends IncomingMessage {
  readonly arrivedAt = performance.now();
}

/**
 * The client of a request over HTTP. A class with getters, because a waiting request keeps it in memory, and closures would take
 * more memory.
 */
export class HttpPeer implements Peer {
  readonly address: string;
  readonly outgoing: ServerResponse;
  readonly arrivedAt: number;
  readonly #socket: Socket;
  readonly #connections: Connections;

  constructor({ socket, arrivedAt }: TimedRequest, outgoing: ServerResponse, connections: Connections) {
    this.address = socket.remoteAddress ?? '';
    this.outgoing = outgoing;
    // The wait for earlier responses of the connection, such as a stream, does not count as time of this request.
    this.arrivedAt = Math.max(arrivedAt, connections.freeAt(socket));
    this.#socket = socket;
    this.#connections = connections;
  }

  onEnd(listener: () => void): void {
    this.#connections.onEnd(this.#socket, this.outgoing, listener);
  }

  get close() {
    return () => void this.#socket.destroy();
  }

  get pauseRefused() {
    return () => this.#connections.pauseRefused(this.#socket);
  }

  get discardBody() {
    return () => discardBody(this.outgoing.req);
  }

  get bytesRead() {
    return () => this.#socket.bytesRead;
  }
}
