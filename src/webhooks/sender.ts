import { isIP } from 'node:net';
import type { Settings } from '../../schema/context.ts';
import { BoardError } from '../../schema/contract.ts';
import { toRegion } from '../../schema/values/networks.ts';
import { hostOf, isPublicAddress } from '../../schema/webhooks/addresses.ts';
import { isAllowedLoopback } from '../../schema/webhooks/endpoint-url.ts';
import type { CallResult, WebhookSender } from '../../schema/webhooks/sender.ts';
import { FairShares } from '../gateway/load/fair-shares.ts';
import { EndpointCaller } from './endpoint-caller.ts';
import { EndpointError, resolveAddresses, type ResolveAddresses, resolvePublic } from './public-addresses.ts';

/** Maximum tests that run at once. The regions of the callers share them: each can use half of what the other regions leave. */
const MAX_TESTS = 64;

/** Creates the sender of this process. `resolve` looks names up; by default in DNS. */
export function createWebhookSender(
  settings: Pick<Settings, 'webhooks'>,
  resolve: ResolveAddresses = resolveAddresses,
): WebhookSender {
  const caller = new EndpointCaller();
  const tests = new FairShares(MAX_TESTS);

  async function findAddresses(text: string): Promise<readonly string[]> {
    const url = new URL(text);
    return isAllowedLoopback(url, settings) ? [] : findPublicAddresses(url, resolve);
  }

  return {
    async post(call, signal) {
      const addresses = orAborted(findAddresses(call.url), signal);
      return toResult(addresses.then((found) => caller.post(call, found, signal)));
    },
    async test(call, address) {
      const region = toRegion(address);
      if (!tests.hasRoom(region, 1)) throw createTooManyTestsError();
      const release = tests.add(region, 1);
      try {
        return await toResult(
          findAddresses(call.url).then((addresses) => caller.test(call, addresses, region)),
        );
      } finally {
        release();
      }
    },
    close: () => caller.close(),
  };
}

/** Waits for the promise. Throws `EndpointError` when the signal is aborted. */
async function orAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
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
