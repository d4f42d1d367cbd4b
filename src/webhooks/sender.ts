import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../../schema/context.ts';
import { BoardError, SERVICE_VERSION } from '../../schema/contract.ts';
import { isPublicAddress, toTargetNetwork } from '../../schema/webhooks/addresses.ts';
import { isAllowedLoopback } from '../../schema/webhooks/endpoint-url.ts';
import type { CallResult, WebhookCall, WebhookSender } from '../../schema/webhooks/sender.ts';
import { FairShares, toRegion } from '../gateway/fair-shares.ts';
import {
  EndpointError,
  lookupAmong,
  resolveAddresses,
  type ResolveAddresses,
  resolvePublic,
} from './public-addresses.ts';

/** Time of a call after the look-up of the name, to the end of the response. */
const TIMEOUT_MS = 10_000;

/** Bytes of a response that are read. */
const MAX_RESPONSE_BYTES = 4_096;

const MAX_HEADER_BYTES = 16_384;

/** Tests that run at once. Callers share them by network: each can have half of what the others leave. */
const MAX_TESTS = 64;

/** Informational responses (RFC 9110, section 15.2) before a call fails. They are parsed one by one, without an end. */
const MAX_INFORMATION = 4;

/**
 * Failed tests of a network in a minute; further ones fail without a connection. Agents could otherwise direct many webhooks
 * at a host that does not want them. Deliveries go only to endpoints that have passed a test: the failures of one agent's
 * endpoints do not hold up those of another's.
 */
const MAX_FAILURES = 20;
const FAILURES_MS = 60_000;

/** The networks of which tests have failed, of the last minute. */
class FailedNetworks {
  readonly #counts = new LRUCache<string, number>({ max: 10_000, ttl: FAILURES_MS, noUpdateTTL: true });

  /** Throws `EndpointError` if too many tests of one of the networks have failed. */
  assertFew(networks: readonly string[]): void {
    if (networks.some((network) => (this.#counts.get(network) ?? 0) >= MAX_FAILURES))
      throw new EndpointError('too_many_failures');
  }

  add(networks: readonly string[]): void {
    for (const network of networks) this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
  }
}

/** Creates the sender of this process. `resolve` looks names up; by default in DNS. */
export function createWebhookSender(
  settings: Pick<Settings, 'webhooks'>,
  resolve: ResolveAddresses = resolveAddresses,
): WebhookSender {
  const failed = new FailedNetworks();
  const tests = new FairShares(MAX_TESTS);

  async function call(
    { url: text, headers, body }: WebhookCall,
    { isTest }: { readonly isTest: boolean },
  ): Promise<Omit<CallResult, 'milliseconds'>> {
    const url = new URL(text);
    const addresses = isAllowedLoopback(url, settings) ? [] : await findAddresses(url, resolve);
    const networks = isTest ? [...new Set(addresses.map(toTargetNetwork))] : [];
    failed.assertFew(networks);
    try {
      const response = await exchange(url, { headers, body, addresses });
      if (response.error !== null) failed.add(networks);
      return response;
    } catch (error) {
      failed.add(networks);
      throw error;
    }
  }

  async function send(request: WebhookCall, options: { readonly isTest: boolean }): Promise<CallResult> {
    const start = performance.now();
    const result = await call(request, options).catch((error: unknown) => ({
      ...{ status: null, body: '' },
      error: error instanceof EndpointError ? error.reason : ('connection_failed' as const),
    }));
    return { ...result, milliseconds: performance.now() - start };
  }

  return {
    post: (request) => send(request, { isTest: false }),
    async test(request, address) {
      const region = toRegion(address);
      if (!tests.hasRoom(region, 1)) throw createTooManyTestsError();
      const release = tests.add(region, 1);
      try {
        return await send(request, { isTest: true });
      } finally {
        release();
      }
    },
  };
}

const createTooManyTestsError = () =>
  new BoardError('unavailable', 'Too many webhooks are being tested; try again shortly', {
    members: { retry_after: 5 },
  });

/** Returns the addresses to connect to. Throws `EndpointError`. */
async function findAddresses(url: URL, resolve: ResolveAddresses): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // A connection to an address in a URL calls no `lookup`.
  if (isIP(host) === 0) return resolvePublic(host, resolve);
  if (!isPublicAddress(host)) throw new EndpointError('address_not_public');
  return [host];
}

interface Exchange extends Omit<WebhookCall, 'url'> {
  readonly addresses: readonly string[];
}

/** Sends a request on a connection of its own, and reads the beginning of the response. Follows no redirect. */
function exchange(
  url: URL,
  { headers, body, addresses }: Exchange,
): Promise<Omit<CallResult, 'milliseconds'>> {
  const isHttps = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<Omit<CallResult, 'milliseconds'>>();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const request = (isHttps ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: isHttps
      ? new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 })
      : new HttpAgent({ keepAlive: false }),
    ...(addresses.length > 0 && { lookup: lookupAmong(addresses) }),
    ...{ signal, maxHeaderSize: MAX_HEADER_BYTES },
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': `agent-board/${SERVICE_VERSION}`,
    },
  });
  const fail = () => reject(new EndpointError(signal.aborted ? 'timeout' : 'connection_failed'));
  request.on('error', fail);
  let information = 0;
  request.on('information', () => {
    information += 1;
    if (information > MAX_INFORMATION) request.destroy();
  });
  request.on('response', (response) => {
    const status = response.statusCode ?? 0;
    readBeginning(response).then(
      (text) => resolve({ status, error: status >= 200 && status < 300 ? null : 'status', body: text }),
      fail,
    );
  });
  request.end(body);
  return promise.finally(() => request.destroy());
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_RESPONSE_BYTES);
}
