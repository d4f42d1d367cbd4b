import { normalizeAddress } from '../facades/http/server/client-address.ts';
import type { Peer } from '../facades/http/server/peer.ts';
import { isPublicAddress } from '../schema/webhooks/addresses.ts';

/**
 * Whether a client is on this machine or in a private network, such as a container's, without a proxy in between. Clients on the
 * Internet must not cause the creation of further routers, which take some 20 MB for each host.
 */
export const isNear = ({ headers }: Request, { address }: Peer): boolean =>
  !headers.has('x-forwarded-for') && !isPublicAddress(normalizeAddress(address));
