import type { UnreadResponses } from '../../../facades/http/server/count-unread.ts';
import type { Logger } from '../../logger.ts';
import { createRegionBound } from './region-bound.ts';
import { createRefusalLog } from './refusal-log.ts';

const MIB = 1024 * 1024;

/** Room for four responses of the default GRAPHQL_MAX_ANSWER_BYTES. */
const MAX_PER_REGION = 32 * MIB;

const MAX_TOTAL = 128 * MIB;

interface UnreadBound extends UnreadResponses {
  /** Bytes of all responses that are not yet written out. */
  readonly bytes: number;
}

/** Bounds the memory of responses that wait for slow clients, in bytes. */
export function createUnreadBound({
  maxPerRegion = MAX_PER_REGION,
  maxTotal = MAX_TOTAL,
  log,
}: {
  readonly maxPerRegion?: number;
  readonly maxTotal?: number;
  readonly log: Pick<Logger, 'warn'>;
}): UnreadBound {
  const logClosed = createRefusalLog(log, 'connections are closed: their clients do not read the responses');
  const bound = createRegionBound({
    maxPerRegion,
    maxTotal,
    onClose: ({ region, totalSize: unreadBytes }) => logClosed({ network: region, unreadBytes }),
  });
  return {
    get bytes() {
      return bound.size;
    },
    track: (address, { bytes, close }) => bound.track(address, { size: bytes, close }),
  };
}
