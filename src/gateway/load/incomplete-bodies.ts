import type { IncompleteBodies } from '../../../facades/http/server/admission.ts';
import type { Logger } from '../../logger.ts';
import { createNetworkBound } from './network-bound.ts';
import { createRefusalLog } from './refusal-log.ts';

/** The shares of MAX_IN_FLIGHT that requests with an incomplete body may use. */
const NETWORK_SHARE = 0.05;
const TOTAL_SHARE = 0.25;

/** Enough for an honest client, however small MAX_IN_FLIGHT is. */
const MIN_PER_NETWORK = 8;

/** Bounds the requests whose body is incomplete: over a bound, the connection of the oldest request is closed. */
export function createBodyBound({
  maxInFlight,
  log,
}: {
  readonly maxInFlight: number;
  readonly log: Pick<Logger, 'warn'>;
}): IncompleteBodies {
  const logClosed = createRefusalLog(
    log,
    'connections are closed: their clients do not complete their bodies',
  );
  const maxPerNetwork = Math.max(MIN_PER_NETWORK, Math.ceil(maxInFlight * NETWORK_SHARE));
  const bound = createNetworkBound({
    maxPerNetwork,
    maxTotal: Math.max(maxPerNetwork, Math.ceil(maxInFlight * TOTAL_SHARE)),
    onClose: ({ network, totalSize: incomplete }) => logClosed({ network, incomplete }),
  });
  return { track: (address, close) => bound.track(address, { size: 1, close }) };
}
