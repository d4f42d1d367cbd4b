import type { WaitingBody } from '../../facades/http/server/new-connections.ts';
import type { Logger } from '../logger.ts';
import { createNetworkBound } from './network-bound.ts';
import { createRefusalLog } from './refusal-log.ts';

const MIB = 1024 * 1024;
const MAX_PER_NETWORK = 8 * MIB;
const MAX_TOTAL = 32 * MIB;

export interface WaitingBodyBound {
  /** Counts a body of a client address until the returned function is called. May close older ones. */
  track(address: string, body: WaitingBody): () => void;
}

/** Bounds the bodies that new connections send before they start, in bytes: over a bound, the oldest are closed. */
export function createWaitingBodyBound(
  log: Pick<Logger, 'warn'>,
  { maxPerNetwork = MAX_PER_NETWORK, maxTotal = MAX_TOTAL } = {},
): WaitingBodyBound {
  const logClosed = createRefusalLog(log, 'new connections are closed: their bodies take too much memory');
  const bound = createNetworkBound({
    maxPerNetwork,
    maxTotal,
    onClose: ({ network, totalSize: waitingBytes }) => logClosed({ network, waitingBytes }),
  });
  return { track: (address, { bytes, close }) => bound.track(address, { size: bytes, close }) };
}
