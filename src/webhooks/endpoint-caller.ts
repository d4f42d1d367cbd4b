import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../prisma/client.ts';
import { SERVICE_VERSION } from '../../schema/contract.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import { toTargetNetwork } from '../../schema/webhooks/addresses.ts';
import type { CallResult, TestCall, TestResult, WebhookCall } from '../../schema/webhooks/sender.ts';
import { ExchangeThread } from './exchange-thread.ts';
import { FailedNetworks, MAX_FAILED_DELIVERIES, MAX_FAILED_TESTS } from './failed-networks.ts';
import { EndpointError } from './public-addresses.ts';
import { RespondingHosts } from './responding-hosts.ts';

/**
 * If TLS takes more processor time than this, in one call or in all calls of a minute to an agent's endpoints, the endpoints are
 * not called for `PAUSE_FACTOR` times the used time. A server can choose certificates that take a hundred times the usual time.
 */
const MAX_TLS_MS = 20;
const MAX_TLS_MS_PER_MINUTE = 100;
const PAUSE_FACTOR = 5_000;

/** The agents whose endpoints make TLS expensive. */
class ExpensiveEndpoints {
  readonly #expensiveOwners = new LRUCache<string, true>(maxEntries(10_000));
  /** Processor time of each agent's calls in its current minute, in milliseconds. The first call begins the minute. */
  readonly #usedMs = new LRUCache<string, number>({
    ...maxEntries(10_000),
    ttl: MINUTE_MS,
    noUpdateTTL: true,
  });

  /** Throws `EndpointError` if the agent's endpoints make TLS expensive. */
  assertCheap(owner: string): void {
    if (this.#expensiveOwners.has(owner)) throw new EndpointError('connection_failed');
  }

  add(owner: string, tlsMs: number): void {
    const usedMs = (this.#usedMs.get(owner) ?? 0) + tlsMs;
    this.#usedMs.set(owner, usedMs);
    if (tlsMs > MAX_TLS_MS || usedMs > MAX_TLS_MS_PER_MINUTE)
      this.#expensiveOwners.set(owner, true, { ttl: Math.ceil(usedMs * PAUSE_FACTOR) });
  }
}

interface ExchangeOptions {
  /** As in `ExchangeRequest`. */
  readonly addresses: readonly string[];
  readonly thread: ExchangeThread;
  readonly signal?: AbortSignal;
}

/** Makes the calls of a process to addresses that have been checked. */
export class EndpointCaller {
  readonly #threads = { deliveries: new ExchangeThread(), tests: new ExchangeThread() };
  readonly #expensiveEndpoints = new ExpensiveEndpoints();
  readonly #respondingHosts = new RespondingHosts();
  readonly #failedDeliveries = new FailedNetworks(MAX_FAILED_DELIVERIES);
  readonly #failedTests = new FailedNetworks(MAX_FAILED_TESTS);

  async post(call: WebhookCall, addresses: readonly string[], signal: AbortSignal): Promise<CallResult> {
    this.#expensiveEndpoints.assertCheap(call.owner);
    const url = new URL(call.url);
    const known = this.#respondingHosts.knownAddresses(url, addresses);
    const thread = this.#threads.deliveries;
    if (known.length === 0)
      return this.#failedDeliveries.run(networksOf(addresses), call.owner, {
        call: () => this.#exchange(call, { addresses, thread, signal }),
        hasFailed: ({ status }) => status === null,
      });
    // Only the known addresses are called: the other addresses may be somebody else's.
    const result = await this.#exchange(call, { addresses: known, thread, signal });
    const mayMove = result.status === null && known.length < addresses.length;
    if (mayMove) for (const address of known) this.#respondingHosts.delete(url, address);
    return result;
  }

  async test(
    { challenge, ...call }: TestCall,
    addresses: readonly string[],
    region: string,
  ): Promise<TestResult> {
    this.#expensiveEndpoints.assertCheap(call.owner);
    return this.#failedTests.run(networksOf(addresses), region, {
      call: async () => {
        const { status, error, body } = await this.#exchange(call, {
          addresses,
          thread: this.#threads.tests,
        });
        return { status, error: error ?? (body.includes(challenge) ? null : 'challenge') };
      },
      hasFailed: ({ error }) => error !== null,
    });
  }

  async #exchange(
    { owner, url, headers, body }: WebhookCall,
    { addresses, thread, signal }: ExchangeOptions,
  ): Promise<CallResult> {
    const request = { call: { url, body, headers: withStandardHeaders(headers, body) }, addresses };
    const { tlsMs, address, ...result } = await thread.exchange(request, signal);
    this.#expensiveEndpoints.add(owner, tlsMs);
    // Endpoints on loopback are called without checked addresses.
    if (addresses.length > 0 && address !== null) this.#respondingHosts.add(new URL(url), address);
    return result;
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#threads).map((thread) => thread.close()));
  }
}

const networksOf = (addresses: readonly string[]): readonly string[] => [
  ...new Set(addresses.map(toTargetNetwork)),
];

const withStandardHeaders = (headers: WebhookCall['headers'], body: string): WebhookCall['headers'] => ({
  ...headers,
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'user-agent': `agent-board/${SERVICE_VERSION}`,
});
