import type { Admission } from '../../facades/http/server/router.ts';
import { toNetwork } from '../../schema/rate-limits.ts';
import type { EventLoopMonitor } from '../event-loop.ts';
import type { Logger } from '../logger.ts';
import { MainThreadTime } from './main-thread-time.ts';
import { createRefusalLog } from './refusal-log.ts';

/** While the event loop is delayed by more than this, requests of the networks that use most of its time are refused. */
const MAX_DELAY_HEAVY_MS = 500;

/** While it is delayed by more than this, all requests are refused. */
const MAX_DELAY_MS = 2000;

interface CountedAdmission extends Admission {
  readonly inFlight: number;
}

/**
 * Bounds the requests in flight, over all listeners of this process. There is no queue: excess requests are refused. A
 * network must leave as many slots free as it uses, so a few networks cannot use all of them
 * (docs/decisions/0016-overload-by-network.md).
 */
export function createAdmission({
  maxInFlight,
  eventLoop,
  mainThreadTime = new MainThreadTime(),
  log,
}: {
  readonly maxInFlight: number;
  readonly eventLoop: EventLoopMonitor;
  readonly mainThreadTime?: MainThreadTime;
  readonly log: Pick<Logger, 'warn'>;
}): CountedAdmission {
  const logRefused = createRefusalLog(log, 'requests are refused: the process is at its limit');
  const requests = new RequestCount();
  return {
    get inFlight() {
      return requests.total;
    },
    admit(address) {
      const network = toNetwork(address);
      mainThreadTime.attributeTo(network);
      const lateMs = Math.round(eventLoop.delayMs());
      const maxLateMs = mainThreadTime.isHeavy(network) ? MAX_DELAY_HEAVY_MS : MAX_DELAY_MS;
      const hasRoom = requests.of(network) < maxInFlight - requests.total;
      if (hasRoom && lateMs <= maxLateMs) return requests.add(network);
      logRefused({ network, inFlight: requests.total, lateMs });
      return null;
    },
    resume: (address) => mainThreadTime.attributeTo(toNetwork(address)),
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
