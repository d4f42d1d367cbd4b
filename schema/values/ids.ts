import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Sorts before every id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Creates a UUIDv7 with the timestamp `now`: ids sort by time of creation, to the millisecond. */
export const createId = (now: Date): string => v7({ msecs: now.getTime() });

/**
 * Returns a UUIDv7 with the timestamp `at` whose random bits are derived from `name`: the same arguments give the same
 * id.
 */
export const deriveId = (at: Date, name: string): string =>
  v7({ msecs: at.getTime(), random: createHash('sha256').update(name).digest() });

/** Returns the timestamp of a UUIDv7: its first 48 bits, in milliseconds since the Unix epoch (RFC 9562). */
export const timeOfId = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
