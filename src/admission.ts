import type { Admission } from '../facades/http/router.ts';
import { networkOf } from '../schema/limits.ts';
import type { EventLoop } from './event-loop.ts';

/** Beyond this lateness requests are refused until the event loop has caught up. */
const MAX_LATENESS_MS = 500;

/** The part of all places that one network may hold: half-open bodies and unread answers of one client leave the rest. */
const NETWORK_SHARE = 0.5;

interface Bounds {
  readonly maxInFlight: number;
  readonly eventLoop: EventLoop;
}

/** Counts the requests in flight in this process, over all its listeners. There is no queue: a request beyond is refused. */
export function createAdmission({
  maxInFlight,
  eventLoop,
}: Bounds): Admission & { readonly inFlight: number } {
  const maxPerNetwork = Math.ceil(maxInFlight * NETWORK_SHARE);
  const byNetwork = new Map<string, number>();
  let inFlight = 0;

  function leave(network: string): void {
    inFlight -= 1;
    const rest = (byNetwork.get(network) ?? 0) - 1;
    if (rest > 0) byNetwork.set(network, rest);
    else byNetwork.delete(network);
  }

  return {
    get inFlight() {
      return inFlight;
    },
    enter(address) {
      if (inFlight >= maxInFlight || eventLoop.lateness() > MAX_LATENESS_MS) return null;
      const network = networkOf(address);
      const held = byNetwork.get(network) ?? 0;
      if (held >= maxPerNetwork) return null;
      inFlight += 1;
      byNetwork.set(network, held + 1);
      return once(() => leave(network));
    },
  };
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
