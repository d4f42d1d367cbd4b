import type { Admission } from '../../../facades/http/server/admission.ts';
import { toRegion } from '../../../schema/values/networks.ts';
import type { EventLoopMonitor } from '../../background/event-loop.ts';
import type { Logger } from '../../logger.ts';
import { FairShares } from './fair-shares.ts';
import { MainThreadTime } from './main-thread-time.ts';
import { createRefusalLog } from './refusal-log.ts';
import { RequestTurns } from './request-turns.ts';

/** While the event loop is delayed by more than this, requests of heavy regions (`MainThreadTime.isHeavy`) are refused. */
const MAX_DELAY_HEAVY_MS = 500;

/**
 * While fewer requests than this are in flight, no request is refused because of `MAX_DELAY_HEAVY_MS`. Otherwise a client that is
 * alone would be refused after one long task, such as the first use of an interface.
 */
const MIN_IN_FLIGHT = 4;

/** While the event loop is delayed by more than this, all requests are refused. */
const MAX_DELAY_MS = 2000;

interface CountedAdmission extends Admission {
  readonly inFlight: number;
  /** Called for each connection that is accepted. */
  readonly onConnection: () => void;
}

interface AdmissionOptions {
  readonly maxInFlight: number;
  /** Maximum bytes of all bodies together. Default: no limit. */
  readonly maxBodyBytes?: number;
  readonly eventLoop: EventLoopMonitor;
  readonly mainThreadTime?: MainThreadTime;
  readonly turns?: RequestTurns;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Bounds the requests in flight and the bytes of their bodies, over all listeners of this process. No request waits for a slot:
 * excess requests are refused (docs/decisions/0016-overload-by-network.md). Requests are counted by region: otherwise a client
 * with an IPv6 /48 could take all slots with one request from each of its networks.
 */
export function createAdmission({
  maxInFlight,
  maxBodyBytes = Infinity,
  eventLoop,
  mainThreadTime = new MainThreadTime(),
  turns = new RequestTurns(),
  log,
}: AdmissionOptions): CountedAdmission {
  const logRefused = createRefusalLog(log, 'requests are refused: the process is at its limit');
  const slots = new FairShares(maxInFlight);
  const bodies = new FairShares(maxBodyBytes);
  return {
    get inFlight() {
      return slots.total;
    },
    admit(address, bodyBytes) {
      const region = toRegion(address);
      mainThreadTime.attributeTo(region);
      const lateMs = Math.round(eventLoop.delayMs());
      const isHeavy = slots.total >= MIN_IN_FLIGHT && mainThreadTime.isHeavy(region);
      const maxLateMs = isHeavy ? MAX_DELAY_HEAVY_MS : MAX_DELAY_MS;
      if (lateMs > maxLateMs || !slots.hasRoom(region, 1) || !bodies.hasRoom(region, bodyBytes)) {
        logRefused({ region, inFlight: slots.total, bodyBytes: bodies.total, lateMs });
        return null;
      }
      const [releaseSlot, releaseBody] = [slots.add(region, 1), bodies.add(region, bodyBytes)];
      return () => {
        releaseSlot();
        releaseBody();
      };
    },
    onConnection: turns.onConnection,
    waitForTurn(address) {
      const region = toRegion(address);
      const turn = turns.wait(region);
      void turn?.then((mayRun) => {
        if (!mayRun) logRefused({ region, inFlight: slots.total, bodyBytes: bodies.total, hasWaited: true });
      });
      return turn;
    },
    waitForHealthCheckTurn: (address) => turns.waitForHealthCheck(toRegion(address)),
    resume: (address) => mainThreadTime.attributeTo(toRegion(address)),
  };
}
