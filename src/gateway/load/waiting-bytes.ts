import type { WaitingBytes } from '../../../facades/http/server/connections/waiting-bytes.ts';
import { toRegion } from '../../../schema/values/networks.ts';
import type { Logger } from '../../logger.ts';
import { FairShares } from './fair-shares.ts';
import { createRegionBound } from './region-bound.ts';
import { createRefusalLog } from './refusal-log.ts';

const MIB = 1024 * 1024;
const MAX_PER_REGION = 8 * MIB;
const MAX_TOTAL = 32 * MIB;

/** The objects of one waiting request take up to 8 KiB, however short the request is. */
const MAX_REQUESTS = 4096;

export interface WaitingBytesBound {
  /** Counts the bytes of a connection's waiting requests until the returned function is called. May close older connections. */
  track(address: string, sent: WaitingBytes): () => void;
  /**
   * Counts a parsed request that waits for other requests of its connection, until the returned function is called. Returns
   * null if too many wait: a region must leave as many free as it uses. Older connections are not closed instead, because closing
   * them frees memory only after the event loop has read all sockets with data.
   */
  addRequest(address: string): (() => void) | null;
}

/** Bounds the requests that do not run yet. Over a bound of their bytes, the oldest of their connections are closed. */
export function createWaitingBytesBound(
  log: Pick<Logger, 'warn'>,
  { maxPerRegion = MAX_PER_REGION, maxTotal = MAX_TOTAL, maxRequests = MAX_REQUESTS } = {},
): WaitingBytesBound {
  const logClosed = createRefusalLog(
    log,
    'connections are closed: the requests that wait on them take too much memory',
  );
  const bound = createRegionBound({
    maxPerRegion,
    maxTotal,
    onClose: ({ region, totalSize: waitingBytes }) => logClosed({ network: region, waitingBytes }),
  });
  const requests = new FairShares(maxRequests);
  return {
    track: (address, { bytes, close }) => bound.track(address, { size: bytes, close }),
    addRequest: (address) => {
      const region = toRegion(address);
      return requests.hasRoom(region, 1) ? requests.add(region, 1) : null;
    },
  };
}
