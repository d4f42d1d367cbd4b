import { toRegion } from '../../../schema/values/networks.ts';

/** A resource of the process that a client uses, such as a response that it does not read. */
export interface TrackedResource {
  /** In the unit of the bound, e.g. bytes. */
  readonly size: number;
  /** Closes the connection of the client. */
  readonly close: () => void;
}

interface RegionBound {
  /** The size of all resources that are tracked. */
  readonly size: number;
  /** Counts a resource of a client address until the returned function is called. May close the connections of older resources. */
  track(address: string, resource: TrackedResource): () => void;
}

/**
 * Bounds the resources of slow clients, per region (an IPv4 /24 or IPv6 /48) and over all listeners of this process.
 * Over a bound it closes the connections with the oldest resources, never the one with the newest: no new client is refused.
 */
export function createRegionBound({
  maxPerRegion,
  maxTotal,
  onClose,
}: {
  readonly maxPerRegion: number;
  readonly maxTotal: number;
  /** Called after each connection that the bound closes. `totalSize` is the size of all resources that are still tracked. */
  readonly onClose: (event: { readonly region: string; readonly totalSize: number }) => void;
}): RegionBound {
  const regions = new Regions();

  function closeOldest(region: string, newest: TrackedResource): boolean {
    const oldest = regions.oldestOf(region, newest);
    if (!oldest) return false;
    regions.remove(region, oldest);
    oldest.close();
    onClose({ region, totalSize: regions.size });
    return true;
  }

  return {
    get size() {
      return regions.size;
    },
    track(address, resource) {
      const region = toRegion(address);
      regions.add(region, resource);
      while (regions.sizeOf(region) > maxPerRegion && closeOldest(region, resource));
      while (regions.size > maxTotal && closeOldest(regions.findLargest(resource), resource));
      return () => regions.remove(region, resource);
    },
  };
}

interface Region {
  size: number;
  /** Oldest first. */
  readonly resources: Set<TrackedResource>;
}

class Regions {
  size = 0;
  readonly #regions = new Map<string, Region>();

  sizeOf(region: string): number {
    return this.#regions.get(region)?.size ?? 0;
  }

  add(region: string, resource: TrackedResource): void {
    const usage = this.#regions.get(region) ?? { size: 0, resources: new Set() };
    this.#regions.set(region, usage);
    usage.resources.add(resource);
    usage.size += resource.size;
    this.size += resource.size;
  }

  /** Does nothing if the resource was removed before. */
  remove(region: string, resource: TrackedResource): void {
    const usage = this.#regions.get(region);
    if (!usage?.resources.delete(resource)) return;
    usage.size -= resource.size;
    this.size -= resource.size;
    if (usage.resources.size === 0) this.#regions.delete(region);
  }

  /** Returns the oldest resource of a region, other than `newest`. */
  oldestOf(region: string, newest: TrackedResource): TrackedResource | undefined {
    return this.#regions
      .get(region)
      ?.resources.values()
      .find((resource) => resource !== newest);
  }

  /** Returns the region with the greatest size, of those that have a resource other than `newest`. */
  findLargest(newest: TrackedResource): string {
    let [largest, maxSize] = ['', -1];
    for (const [region, { size, resources }] of this.#regions) {
      const hasOlder = resources.size > 1 || !resources.has(newest);
      if (hasOlder && size > maxSize) [largest, maxSize] = [region, size];
    }
    return largest;
  }
}
