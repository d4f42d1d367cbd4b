import type { Socket } from 'node:net';

/**
 * The connections without a running request: idle, or the client has sent a part of a request. Finds the one to close
 * when there are too many connections, in constant time for each network.
 */
export class RestingConnections {
  /** By network; in each, the connections that have rested longest come first. */
  readonly #networks = new Map<string, Set<Socket>>();

  add(socket: Socket, network: string): void {
    const sockets = this.#networks.get(network) ?? new Set();
    this.#networks.set(network, sockets.add(socket));
  }

  delete(socket: Socket, network: string): void {
    const sockets = this.#networks.get(network);
    if (sockets?.delete(socket) && sockets.size === 0) this.#networks.delete(network);
  }

  /** Removes and returns the connection that has rested longest of the network with the most. */
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
