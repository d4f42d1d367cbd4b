import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../../schema/context.ts';
import { BoardError, SERVICE_VERSION } from '../../schema/contract.ts';
import { toRegion } from '../../schema/values/networks.ts';
import { hostOf, isPublicAddress, toTargetNetwork } from '../../schema/webhooks/addresses.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';
import { isAllowedLoopback } from '../../schema/webhooks/endpoint-url.ts';
import type {
  CallResult,
  TestCall,
  TestResult,
  WebhookCall,
  WebhookSender,
} from '../../schema/webhooks/sender.ts';
import { FairShares } from '../gateway/load/fair-shares.ts';
import { ExchangeThread } from './exchange-thread.ts';
import { FailedNetworks } from './failed-networks.ts';
import { EndpointError, resolveAddresses, type ResolveAddresses, resolvePublic } from './public-addresses.ts';

/** Maximum tests that run at once. The regions of the callers share them: each region can use half of the rest. */
const MAX_TESTS = 64;

/**
 * If TLS takes more processor time than this, in one call or in all calls to an agent's endpoints of a minute, the endpoints are
 * not called for `PAUSE_FACTOR` times as long: a server can choose certificates that take a hundred times as long as usual ones.
 */
const MAX_TLS_MS = 20;
const MAX_TLS_MS_PER_MINUTE = 100;
const PAUSE_FACTOR = 5_000;

/** The agents whose endpoints make TLS expensive. */
class ExpensiveEndpoints {
  readonly #expensiveOwners = new LRUCache<string, true>({ max: 10_000 });
  /** Processor time of the last minute, in milliseconds. */
  readonly #usedMs = new LRUCache<string, number>({ max: 10_000, ttl: MINUTE_MS, noUpdateTTL: true });

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
  readonly expensiveEndpoints: ExpensiveEndpoints;
  readonly signal?: AbortSignal;
}

async function exchange(
  { owner, url, headers, body }: WebhookCall,
  { addresses, thread, expensiveEndpoints, signal }: ExchangeOptions,
): Promise<CallResult> {
  const request = { call: { url, body, headers: withStandardHeaders(headers, body) }, addresses };
  const { tlsMs, ...result } = await thread.exchange(request, signal);
  expensiveEndpoints.add(owner, tlsMs);
  return result;
}

/** Creates the sender of this process. `resolve` looks names up; by default in DNS. */
export function createWebhookSender(
  settings: Pick<Settings, 'webhooks'>,
  resolve: ResolveAddresses = resolveAddresses,
): WebhookSender {
  const failedNetworks = new FailedNetworks();
  const expensiveEndpoints = new ExpensiveEndpoints();
  const tests = new FairShares(MAX_TESTS);
  const threads = { deliveries: new ExchangeThread(), tests: new ExchangeThread() };

  const findAddresses = (url: URL) =>
    isAllowedLoopback(url, settings) ? Promise.resolve([]) : findPublicAddresses(url, resolve);

  async function post(call: WebhookCall, signal: AbortSignal): Promise<CallResult> {
    const addresses = await orAborted(findAddresses(new URL(call.url)), signal);
    expensiveEndpoints.assertCheap(call.owner);
    return exchange(call, { addresses, thread: threads.deliveries, expensiveEndpoints, signal });
  }

  async function test({ challenge, ...call }: TestCall, region: string): Promise<TestResult> {
    const addresses = await findAddresses(new URL(call.url));
    expensiveEndpoints.assertCheap(call.owner);
    const networks = [...new Set(addresses.map(toTargetNetwork))];
    return failedNetworks.run(networks, region, async () => {
      const options = { addresses, thread: threads.tests, expensiveEndpoints };
      const { status, error, body } = await exchange(call, options);
      return { status, error: error ?? (body.includes(challenge) ? null : 'challenge') };
    });
  }

  return {
    post: (call, signal) => toResult(post(call, signal)),
    async test(call, address) {
      const region = toRegion(address);
      if (!tests.hasRoom(region, 1)) throw createTooManyTestsError();
      const release = tests.add(region, 1);
      try {
        return await toResult(test(call, region));
      } finally {
        release();
      }
    },
    close: async () => {
      await Promise.all(Object.values(threads).map((thread) => thread.close()));
    },
  };
}

/** Waits for the promise. Throws `EndpointError` when the signal is aborted. */
async function orAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new EndpointError('timeout'));
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Returns errors of a call as results. */
const toResult = <Result>(call: Promise<Result>): Promise<Result | CallResult> =>
  call.catch((error: unknown) => ({
    ...{ status: null, body: '' },
    error: error instanceof EndpointError ? error.reason : 'connection_failed',
  }));

const withStandardHeaders = (headers: WebhookCall['headers'], body: string): WebhookCall['headers'] => ({
  ...headers,
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'user-agent': `agent-board/${SERVICE_VERSION}`,
});

const createTooManyTestsError = () =>
  new BoardError('unavailable', 'Too many webhooks are being tested; try again shortly', {
    members: { retry_after: 5 },
  });

/** Returns the addresses to connect to. Throws `EndpointError`. */
async function findPublicAddresses(url: URL, resolve: ResolveAddresses): Promise<readonly string[]> {
  const host = hostOf(url);
  // A connection to an address in a URL calls no `lookup`.
  if (isIP(host) === 0) return resolvePublic(host, resolve);
  if (!isPublicAddress(host)) throw new EndpointError('address_not_public');
  return [host];
}
