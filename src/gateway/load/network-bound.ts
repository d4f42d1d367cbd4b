import { toRegion } from '../../../schema/values/networks.ts';

/** A resource of the process that a client uses, such as a response that it does not read. */
export interface TrackedResource {
  /** In the unit of the bound, e.g. bytes. */
  readonly size: number;
  /** Closes the connection of the client. */
  readonly close: () => void;
}

interface NetworkBound {
  /** The size of all resources that are tracked. */
  readonly size: number;
  /** Counts a resource of a client address until the returned function is called. May close the connections of older resources. */
  track(address: string, resource: TrackedResource): () => void;
}

/**
 * Bounds the resources of slow clients, per network (here an IPv4 /24 or IPv6 /48) and over all listeners of this process.
 * Over a bound it closes the connections with the oldest resources, never the one with the newest: no new client is refused.
 */
export function createNetworkBound({
  maxPerNetwork,
  maxTotal,
  onClose,
}: {
  readonly maxPerNetwork: number;
  readonly maxTotal: number;
  /** Called after each connection that the bound closes. `totalSize` is the size of all resources that are still tracked. */
  readonly onClose: (event: { readonly network: string; readonly totalSize: number }) => void;
}): NetworkBound {
  const networks = new Networks();

  function closeOldest(network: string, newest: TrackedResource): boolean {
    const oldest = networks.oldestOf(network, newest);
    if (!oldest) return false;
    networks.remove(network, oldest);
    oldest.close();
    onClose({ network, totalSize: networks.size });
    return true;
  }

  return {
    get size() {
      return networks.size;
    },
    track(address, resource) {
      const network = toRegion(address);
      networks.add(network, resource);
      while (networks.sizeOf(network) > maxPerNetwork && closeOldest(network, resource));
      while (networks.size > maxTotal && closeOldest(networks.findLargest(resource), resource));
      return () => networks.remove(network, resource);
    },
  };
}

interface Network {
  size: number;
  /** Oldest first. */
  readonly resources: Set<TrackedResource>;
}

class Networks {
  size = 0;
  readonly #networks = new Map<string, Network>();

  sizeOf(network: string): number {
    return this.#networks.get(network)?.size ?? 0;
  }

  add(network: string, resource: TrackedResource): void {
    const usage = this.#networks.get(network) ?? { size: 0, resources: new Set() };
    this.#networks.set(network, usage);
    usage.resources.add(resource);
    usage.size += resource.size;
    this.size += resource.size;
  }

  /** Does nothing if the resource was removed before. */
  remove(network: string, resource: TrackedResource): void {
    const usage = this.#networks.get(network);
    if (!usage?.resources.delete(resource)) return;
    usage.size -= resource.size;
    this.size -= resource.size;
    if (usage.resources.size === 0) this.#networks.delete(network);
  }

  /** Returns the oldest resource of a network, other than `newest`. */
  oldestOf(network: string, newest: TrackedResource): TrackedResource | undefined {
    return this.#networks
      .get(network)
      ?.resources.values()
      .find((resource) => resource !== newest);
  }

  /** Returns the network with the greatest size, of those that have a resource other than `newest`. */
  findLargest(newest: TrackedResource): string {
    let [largest, maxSize] = ['', -1];
    for (const [network, { size, resources }] of this.#networks) {
      const hasOlder = resources.size > 1 || !resources.has(newest);
      if (hasOlder && size > maxSize) [largest, maxSize] = [network, size];
    }
    return largest;
  }
}
