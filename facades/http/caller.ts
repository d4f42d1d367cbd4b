import type { Caller, Door } from '../../schema/contract.ts';
import type { Exchange } from './route.ts';

const BEARER = /^bearer +([^\s]+) *$/i;

/** The credential of an Authorization header; whatever is not a bearer's is sent on, and will not be a key. */
export function readBearer(authorization: string | null): string | null {
  if (authorization === null || authorization.trim() === '') return null;
  return BEARER.exec(authorization)?.[1] ?? authorization;
}

/** Who knocks at an HTTP door. */
export function toCaller(door: Door, { request, address, requestId }: Exchange): Caller {
  return { door, address, requestId, credential: readBearer(request.headers.get('authorization')) };
}
