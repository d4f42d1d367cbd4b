import { randomUUID } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the request id that the client sent, in lower case, if it is a UUID; otherwise a new one. */
export function readRequestId(header: string | null): string {
  return header !== null && UUID.test(header) ? header.toLowerCase() : randomUUID();
}
