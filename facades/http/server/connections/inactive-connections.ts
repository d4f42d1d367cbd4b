import type { Socket } from 'node:net';

/**
 * The connections without a request that is being served: idle ones, those whose client has sent only a part of a request or has
 * yet to read a complete response, and new ones that have not started. Finds the connection to close when there are too many, in
 * time proportional to the number of regions.
 */
export class InactiveConnections {
  /** By region. The connections of a region are in the order in which they became inactive. */
  readonly #regions = new Map<string, Set<Socket>>();

  add(socket: Socket, region: string): void {
    const sockets = this.#regions.get(region) ?? new Set();
    this.#regions.set(region, sockets.add(socket));
  }

  delete(socket: Socket, region: string): void {
    const sockets = this.#regions.get(region);
    if (sockets?.delete(socket) && sockets.size === 0) this.#regions.delete(region);
  }

  /** Removes and returns the connection that has been inactive longest, of the region with the most inactive connections. */
  take(): Socket | undefined {
    let most = new Set<Socket>();
    let region = '';
    for (const [name, sockets] of this.#regions)
      if (sockets.size > most.size) [most, region] = [sockets, name];
    const [first] = most;
    if (first) this.delete(first, region);
    return first;
  }
}
