import type { UnreadResponse, UnreadResponses } from '../../facades/http/server/router.ts';
import { toNetwork } from '../../schema/rate-limits.ts';
import type { Logger } from '../logger.ts';
import { createRefusalLog } from './refusal-log.ts';

const MIB = 1024 * 1024;

/** Room for eight responses of the default GRAPHQL_MAX_ANSWER_BYTES. */
const MAX_PER_NETWORK = 64 * MIB;

const MAX_TOTAL = 256 * MIB;

interface UnreadBound extends UnreadResponses {
  /** Bytes of all responses that are not yet written out. */
  readonly bytes: number;
}

/**
 * Bounds the memory of responses that wait for slow clients, per network and over all listeners of this process (in
 * bytes). Over a bound it closes the connections of the oldest responses, never that of the newest.
 */
export function createUnreadBound({
  maxPerNetwork = MAX_PER_NETWORK,
  maxTotal = MAX_TOTAL,
  log,
}: {
  readonly maxPerNetwork?: number;
  readonly maxTotal?: number;
  readonly log: Pick<Logger, 'warn'>;
}): UnreadBound {
  const logClosed = createRefusalLog(log, 'connections are closed: their clients do not read the responses');
  const networks = new Networks();

  function closeOldest(network: string, newest: UnreadResponse): boolean {
    const oldest = networks.oldestOf(network, newest);
    if (!oldest) return false;
    networks.remove(network, oldest);
    oldest.close();
    logClosed({ network, unreadBytes: networks.bytes });
    return true;
  }

  return {
    get bytes() {
      return networks.bytes;
    },
    hold(address, response) {
      const network = toNetwork(address);
      networks.add(network, response);
      while (networks.bytesOf(network) > maxPerNetwork && closeOldest(network, response));
      while (networks.bytes > maxTotal && closeOldest(networks.findLargest(response), response));
      return () => networks.remove(network, response);
    },
  };
}

interface Network {
  bytes: number;
  /** Oldest first. */
  readonly responses: Set<UnreadResponse>;
}

class Networks {
  bytes = 0;
  readonly #networks = new Map<string, Network>();

  bytesOf(network: string): number {
    return this.#networks.get(network)?.bytes ?? 0;
  }

  add(network: string, response: UnreadResponse): void {
    const known = this.#networks.get(network) ?? { bytes: 0, responses: new Set() };
    this.#networks.set(network, known);
    known.responses.add(response);
    known.bytes += response.bytes;
    this.bytes += response.bytes;
  }

  /** Does nothing if the response was removed before. */
  remove(network: string, response: UnreadResponse): void {
    const known = this.#networks.get(network);
    if (!known?.responses.delete(response)) return;
    known.bytes -= response.bytes;
    this.bytes -= response.bytes;
    if (known.responses.size === 0) this.#networks.delete(network);
  }

  /** Returns the oldest response of a network, other than `newest`. */
  oldestOf(network: string, newest: UnreadResponse): UnreadResponse | undefined {
    return this.#networks
      .get(network)
      ?.responses.values()
      .find((response) => response !== newest);
  }

  /** Returns the network with the most bytes, of those that have a response other than `newest`. */
  findLargest(newest: UnreadResponse): string {
    let [largest, maxBytes] = ['', -1];
    for (const [network, { bytes, responses }] of this.#networks) {
      const hasOlder = responses.size > 1 || !responses.has(newest);
      if (hasOlder && bytes > maxBytes) [largest, maxBytes] = [network, bytes];
    }
    return largest;
  }
}
