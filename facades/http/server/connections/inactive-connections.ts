import type { Socket } from 'node:net';

/**
 * The connections without a running request: idle ones, those whose client has sent a part of a request or has not read a complete
 * response, and new ones whose requests wait for the start. Finds the connection to close when there are too many, in time
 * proportional to the number of networks.
 */
export class InactiveConnections {
  /** By network. The connections of a network are in the order in which they became inactive. */
  readonly #networks = new Map<string, Set<Socket>>();

  add(socket: Socket, network: string): void {
    const sockets = this.#networks.get(network) ?? new Set();
    this.#networks.set(network, sockets.add(socket));
  }

  delete(socket: Socket, network: string): void {
    const sockets = this.#networks.get(network);
    if (sockets?.delete(socket) && sockets.size === 0) this.#networks.delete(network);
  }

  /** Removes and returns the connection that has been inactive longest, of the network with the most inactive connections. */
  take(): Socket | undefined {
    let most = new Set<Socket>();
    let network = '';
    for (const [name, sockets] of this.#networks)
      if (sockets.size > most.size) [most, network] = [sockets, name];
    const [first] = most;
    if (first) this.delete(first, network);
    return first;
  }
}
