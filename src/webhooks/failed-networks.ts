import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../prisma/client.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import { FairShares } from '../gateway/load/fair-shares.ts';
import { EndpointError } from './public-addresses.ts';

/**
 * Maximum failed tests of a network in a minute; further tests fail without a connection. Agents could otherwise direct many
 * webhooks at a host that does not accept them. Many endpoints are in the network of one provider, so the regions of the callers
 * share the failures: each region can use half of the failures that the other regions leave (`FairShares`).
 */
export const MAX_FAILED_TESTS = 20;

/**
 * Maximum failed deliveries to a network in a minute; further deliveries are postponed. After a test, an agent can point the name
 * of its endpoint to somebody else's host: without a maximum, many webhooks could then call that host. Deliveries to addresses at
 * which the host of the endpoint has responded (`RespondingHosts`) are not counted. The agents share the failures as the regions
 * of callers share the failed tests.
 */
export const MAX_FAILED_DELIVERIES = 60;

/**
 * Counts failed calls by the network of the endpoint and the sharer: the agent or the caller's region. The first call to a network
 * begins a minute, after which the counts of the network are 0 again.
 */
export class FailedNetworks {
  readonly #max: number;
  readonly #failures = new LRUCache<string, FairShares>({
    ...maxEntries(10_000),
    ttl: MINUTE_MS,
    noUpdateTTL: true,
  });

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Makes a call of an endpoint in these networks. It counts as failed until it has succeeded: otherwise many calls could begin
   * before the first one fails. Throws `EndpointError` if too many calls of one of the networks have failed.
   */
  async run<Result>(
    networks: readonly string[],
    sharer: string,
    {
      call,
      hasFailed,
    }: { readonly call: () => Promise<Result>; readonly hasFailed: (result: Result) => boolean },
  ): Promise<Result> {
    const failures = networks.map((network) => this.#failuresOf(network));
    if (!failures.every((shares) => shares.hasRoom(sharer, 1))) throw new EndpointError('too_many_failures');
    const releases = failures.map((shares) => shares.add(sharer, 1));
    const result = await call();
    if (!hasFailed(result)) for (const release of releases) release();
    return result;
  }

  #failuresOf(network: string): FairShares {
    const failures = this.#failures.get(network) ?? new FairShares(this.#max);
    this.#failures.set(network, failures);
    return failures;
  }
}
