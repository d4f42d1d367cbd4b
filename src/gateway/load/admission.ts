import type { Admission } from '../../../facades/http/server/admission.ts';
import { toNetwork } from '../../../schema/values/networks.ts';
import type { EventLoopMonitor } from '../../background/event-loop.ts';
import type { Logger } from '../../logger.ts';
import { FairShares } from './fair-shares.ts';
import { MainThreadTime } from './main-thread-time.ts';
import { createRefusalLog } from './refusal-log.ts';

/**
 * While the event loop is delayed by more than this, requests of the networks that use most of its time are refused.
 */
const MAX_DELAY_HEAVY_MS = 500;

/**
 * While fewer requests are in progress, none is refused for that delay: after one long task, such as the first use of an
 * interface, the next request of the only client is served.
 */
const MIN_IN_FLIGHT = 4;

/** While it is delayed by more than this, all requests are refused. */
const MAX_DELAY_MS = 2000;

interface CountedAdmission extends Admission {
  readonly inFlight: number;
}

/**
 * Bounds the requests in flight and the bytes of their bodies, over all listeners of this process. There is no queue:
 * excess requests are refused (docs/decisions/0016-overload-by-network.md).
 */
export function createAdmission({
  maxInFlight,
  maxBodyBytes = Infinity,
  eventLoop,
  mainThreadTime = new MainThreadTime(),
  log,
}: {
  readonly maxInFlight: number;
  /** Maximum bytes of all bodies together. Default: no limit. */
  readonly maxBodyBytes?: number;
  readonly eventLoop: EventLoopMonitor;
  readonly mainThreadTime?: MainThreadTime;
  readonly log: Pick<Logger, 'warn'>;
}): CountedAdmission {
  const logRefused = createRefusalLog(log, 'requests are refused: the process is at its limit');
  const slots = new FairShares(maxInFlight);
  const bodies = new FairShares(maxBodyBytes);
  return {
    get inFlight() {
      return slots.total;
    },
    admit(address, bodyBytes) {
      const network = toNetwork(address);
      mainThreadTime.attributeTo(network);
      const lateMs = Math.round(eventLoop.delayMs());
      const isHeavy = slots.total >= MIN_IN_FLIGHT && mainThreadTime.isHeavy(network);
      const maxLateMs = isHeavy ? MAX_DELAY_HEAVY_MS : MAX_DELAY_MS;
      if (lateMs > maxLateMs || !slots.hasRoom(network, 1) || !bodies.hasRoom(network, bodyBytes)) {
        logRefused({ network, inFlight: slots.total, bodyBytes: bodies.total, lateMs });
        return null;
      }
      const [releaseSlot, releaseBody] = [slots.add(network, 1), bodies.add(network, bodyBytes)];
      return () => {
        releaseSlot();
        releaseBody();
      };
    },
    resume: (address) => mainThreadTime.attributeTo(toNetwork(address)),
  };
}
