import type { Admission } from '../../facades/http/server/router.ts';
import { toNetwork } from '../../schema/rate-limits.ts';
import type { EventLoopMonitor } from '../event-loop.ts';
import { createRefusalLog } from '../refusal-log.ts';
import type { Logger } from '../logger.ts';

/** Beyond this lateness requests are refused until the event loop has caught up. */
const MAX_LATENESS_MS = 500;

/** The part of all places that one network may hold: half-open bodies and unread answers of one client leave the rest. */
const NETWORK_SHARE = 0.5;

interface Parts {
  readonly maxInFlight: number;
  readonly eventLoop: EventLoopMonitor;
  readonly log: Pick<Logger, 'warn'>;
}

interface CountedAdmission extends Admission {
  readonly inFlight: number;
}

/** Counts the requests in flight in this process, over all its listeners. There is no queue: a request beyond is refused. */
export function createAdmission({ maxInFlight, eventLoop, log }: Parts): CountedAdmission {
  const sayRefused = createRefusalLog(log, 'requests are refused: the board is at its limit');
  const places = new Places();
  const maxPerNetwork = Math.ceil(maxInFlight * NETWORK_SHARE);
  return {
    get inFlight() {
      return places.taken;
    },
    admit(address) {
      const network = toNetwork(address);
      const hasRoom = places.taken < maxInFlight && places.heldBy(network) < maxPerNetwork;
      const lateMs = Math.round(eventLoop.delayMs());
      if (hasRoom && lateMs <= MAX_LATENESS_MS) return places.take(network);
      sayRefused({ inFlight: places.taken, lateMs });
      return null;
    },
  };
}

class Places {
  taken = 0;
  readonly #byNetwork = new Map<string, number>();

  heldBy(network: string): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  /** Returns what gives the place back. */
  take(network: string): () => void {
    this.#add(network, 1);
    return once(() => this.#add(network, -1));
  }

  #add(network: string, count: number): void {
    this.taken += count;
    const held = this.heldBy(network) + count;
    if (held > 0) this.#byNetwork.set(network, held);
    else this.#byNetwork.delete(network);
  }
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
