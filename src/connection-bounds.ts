import { createAddressReader, normalizeAddress } from '../facades/http/server/client-address.ts';
import type { listen } from '../facades/http/server/listen.ts';
import { toRegion } from '../schema/values/networks.ts';
import type { Config } from './config.ts';
import type { WaitingBytesBound } from './gateway/load/waiting-bytes.ts';

type Bounds = Required<Pick<Parameters<typeof listen>[1], 'regionOfAddress' | 'regionOfRequest' | 'waiting'>>;

/**
 * Returns the options with which a listener counts connections, requests and waiting bytes by region. If it counted connections by
 * /64 network, a client with an IPv6 /48 could have one connection for each of 65 536 networks, and the listener would close
 * connections of other clients first.
 */
export function createConnectionBounds(
  { TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>,
  waitingBytes: WaitingBytesBound,
): Bounds {
  const readAddress = createAddressReader(TRUSTED_PROXIES);
  const addressOf: (incoming: Parameters<Bounds['regionOfRequest']>[0]) => string = ({ socket, headers }) =>
    readAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString() ?? null);
  return {
    regionOfAddress: (address) => toRegion(normalizeAddress(address)),
    regionOfRequest: (incoming) => toRegion(addressOf(incoming)),
    waiting: {
      trackBytes: (incoming, sent) => waitingBytes.track(addressOf(incoming), sent),
      countRequest: (incoming) => waitingBytes.addRequest(addressOf(incoming)),
    },
  };
}
