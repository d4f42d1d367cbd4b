import { randomUUID } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The caller's own request id where it is a UUID, in lower case; else a new one. */
export function readRequestId(header: string | null): string {
  return header !== null && UUID.test(header) ? header.toLowerCase() : randomUUID();
}
