import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import { FairShares } from '../gateway/load/fair-shares.ts';
import { EndpointError } from './public-addresses.ts';

/**
 * Maximum failed tests of a network in a minute; further tests fail without a connection. Agents could otherwise direct many
 * webhooks at a host that does not accept them. The regions of the callers share the failures: each region can use half of the
 * rest, because many endpoints are in the network of one provider. Deliveries do not count: they go only to endpoints that have
 * passed a test.
 */
const MAX_FAILURES = 20;

/** Counts the failed tests of the last minute, by the network of the endpoint and the region of the caller. */
export class FailedNetworks {
  readonly #failures = new LRUCache<string, FairShares>({ max: 10_000, ttl: MINUTE_MS, noUpdateTTL: true });

  /**
   * Runs a test of an endpoint in these networks. It counts as failed until it has succeeded: otherwise many tests could begin
   * before the first one fails. Throws `EndpointError` if too many tests of one of the networks have failed.
   */
  async run<Result extends { readonly error: unknown }>(
    networks: readonly string[],
    region: string,
    test: () => Promise<Result>,
  ): Promise<Result> {
    const failures = networks.map((network) => this.#failuresOf(network));
    if (!failures.every((shares) => shares.hasRoom(region, 1))) throw new EndpointError('too_many_failures');
    const releases = failures.map((shares) => shares.add(region, 1));
    const result = await test();
    if (result.error === null) for (const release of releases) release();
    return result;
  }

  #failuresOf(network: string): FairShares {
    const failures = this.#failures.get(network) ?? new FairShares(MAX_FAILURES);
    this.#failures.set(network, failures);
    return failures;
  }
}
