import type { Locks, WaitingQueue } from '../../../prisma/client.ts';
import { FairShares } from './fair-shares.ts';

/** Shares the places of one queue between regions: work locks its region. A region must leave as many places free as it uses. */
export class RegionPlaces implements Locks {
  readonly #shares: FairShares;

  /** `places`: how many work items the queue runs at the same time. */
  constructor(places: number) {
    this.#shares = new FairShares(places);
  }

  /** Does nothing: places become free only when work of the one queue ends, and `unlock` gets this queue. */
  addQueue(): void {
    return undefined;
  }

  areFree(regions: readonly string[]): boolean {
    return regions.every((region) => this.#shares.hasRoom(region, 1));
  }

  lock(regions: readonly string[]): void {
    for (const region of regions) this.#shares.change(region, 1);
  }

  unlock(regions: readonly string[], endedIn: WaitingQueue): void {
    for (const region of regions) this.#shares.change(region, -1);
    endedIn.startWaiting();
  }
}
