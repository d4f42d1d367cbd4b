import type { Caller, Facade } from '../../../schema/contract.ts';
import type { Exchange } from '../route.ts';

const BEARER = /^bearer +([^\s]+) *$/i;

/**
 * Returns the bearer credential of `Authorization`; null if the header is absent or blank. A header of another form is returned
 * whole, to fail as an invalid key.
 */
export function readBearer(authorization: string | null): string | null {
  if (authorization === null || authorization.trim() === '') return null;
  return BEARER.exec(authorization)?.[1] ?? authorization;
}

/** Returns the caller of a request, not yet authenticated. */
export function toCaller(facade: Facade, { request, url, address, requestId, connection }: Exchange): Caller {
  const credential = readBearer(request.headers.get('authorization'));
  // A key that is also in the URL is exposed: URLs appear in logs and histories.
  const isCredentialExposed = credential !== null && url.searchParams.getAll('key').includes(credential);
  return { facade, address, requestId, credential, isCredentialExposed, connection };
}
