import type { IncompleteBodies } from '../../../facades/http/server/admission.ts';
import type { Logger } from '../../logger.ts';
import { createRegionBound } from './region-bound.ts';
import { createRefusalLog } from './refusal-log.ts';

/** The shares of MAX_IN_FLIGHT that requests with an incomplete body may use: those of one region, and all together. */
const REGION_SHARE = 0.05;
const TOTAL_SHARE = 0.25;

/** The bound of a region is at least this, however small MAX_IN_FLIGHT is: enough for an honest client. */
const MIN_PER_REGION = 8;

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
  const maxPerRegion = Math.max(MIN_PER_REGION, Math.ceil(maxInFlight * REGION_SHARE));
  const bound = createRegionBound({
    maxPerRegion,
    maxTotal: Math.max(maxPerRegion, Math.ceil(maxInFlight * TOTAL_SHARE)),
    onClose: ({ region, totalSize: incomplete }) => logClosed({ network: region, incomplete }),
  });
  return { track: (address, close) => bound.track(address, { size: 1, close }) };
}
