import type { Admission } from '../../facades/http/server/router.ts';
import { toNetwork } from '../../schema/rate-limits.ts';
import type { EventLoopMonitor } from '../event-loop.ts';
import type { Logger } from '../logger.ts';
import { createRefusalLog } from './refusal-log.ts';

/** While the event loop is delayed by more than this, all requests are refused. */
const MAX_DELAY_MS = 500;

/** The share of MAX_IN_FLIGHT that one network may use, e.g. with half-sent bodies and unread responses. */
const NETWORK_SHARE = 0.5;

interface CountedAdmission extends Admission {
  readonly inFlight: number;
}

/** Bounds the requests in flight, over all listeners of this process. There is no queue: excess requests are refused. */
export function createAdmission({
  maxInFlight,
  eventLoop,
  log,
}: {
  readonly maxInFlight: number;
  readonly eventLoop: EventLoopMonitor;
  readonly log: Pick<Logger, 'warn'>;
}): CountedAdmission {
  const logRefused = createRefusalLog(log, 'requests are refused: the process is at its limit');
  const requests = new RequestCount();
  const maxPerNetwork = Math.ceil(maxInFlight * NETWORK_SHARE);
  return {
    get inFlight() {
      return requests.total;
    },
    admit(address) {
      const network = toNetwork(address);
      const hasRoom = requests.total < maxInFlight && requests.of(network) < maxPerNetwork;
      const lateMs = Math.round(eventLoop.delayMs());
      if (hasRoom && lateMs <= MAX_DELAY_MS) return requests.add(network);
      logRefused({ inFlight: requests.total, lateMs });
      return null;
    },
  };
}

class RequestCount {
  total = 0;
  readonly #byNetwork = new Map<string, number>();

  of(network: string): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  /** Counts a request until the returned function is called; further calls of it do nothing. */
  add(network: string): () => void {
    this.#change(network, 1);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#change(network, -1);
      isReleased = true;
    };
  }

  #change(network: string, difference: number): void {
    this.total += difference;
    const count = this.of(network) + difference;
    if (count > 0) this.#byNetwork.set(network, count);
    else this.#byNetwork.delete(network);
  }
}
