import type { Caller, Facade } from '../../../schema/contract.ts';
import type { Exchange } from '../route.ts';

const BEARER = /^bearer +([^\s]+) *$/i;

/** The credential of an Authorization header; whatever is not a bearer's is sent on, and will not be a key. */
export function readBearer(authorization: string | null): string | null {
  if (authorization === null || authorization.trim() === '') return null;
  return BEARER.exec(authorization)?.[1] ?? authorization;
}

/** Who knocks at an HTTP door. */
export function toCaller(door: Facade, { request, url, address, requestId }: Exchange): Caller {
  const credential = readBearer(request.headers.get('authorization'));
  // A key that stands in the URL as well has been seen by whoever sees URLs.
  const exposed = credential !== null && url.searchParams.get('key') === credential;
  return { facade: door, address, requestId, credential, isCredentialExposed: exposed };
}
