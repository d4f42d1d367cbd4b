import { normalizeAddress } from '../facades/http/server/client-address.ts';
import type { Peer } from '../facades/http/server/peer.ts';
import { isPublicAddress } from '../schema/webhooks/addresses.ts';

/**
 * Whether a client is on this machine or in a private network, such as a container's, without a proxy in between. Only near
 * clients get links to the loopback host that they use: the routers of a host take some 20 MB, and clients on the Internet
 * must not cause their creation.
 */
export const isNear = ({ headers }: Request, { address }: Peer): boolean =>
  !headers.has('x-forwarded-for') && !isPublicAddress(normalizeAddress(address));
