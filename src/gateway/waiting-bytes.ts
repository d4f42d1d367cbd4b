import type { WaitingBytes } from '../../facades/http/server/waiting-bytes.ts';
import type { Logger } from '../logger.ts';
import { createNetworkBound } from './network-bound.ts';
import { createRefusalLog } from './refusal-log.ts';

const MIB = 1024 * 1024;
const MAX_PER_NETWORK = 8 * MIB;
const MAX_TOTAL = 32 * MIB;

export interface WaitingBytesBound {
  /** Counts what a connection of a client address has sent until the returned function is called. May close older ones. */
  track(address: string, sent: WaitingBytes): () => void;
}

/** Bounds what new connections send before they start: over a bound, the oldest are closed. */
export function createWaitingBytesBound(
  log: Pick<Logger, 'warn'>,
  { maxPerNetwork = MAX_PER_NETWORK, maxTotal = MAX_TOTAL } = {},
): WaitingBytesBound {
  const logClosed = createRefusalLog(
    log,
    'new connections are closed: what they have sent takes too much memory',
  );
  const bound = createNetworkBound({
    maxPerNetwork,
    maxTotal,
    onClose: ({ network, totalSize: waitingBytes }) => logClosed({ network, waitingBytes }),
  });
  return { track: (address, { bytes, close }) => bound.track(address, { size: bytes, close }) };
}
