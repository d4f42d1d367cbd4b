import { v7 } from 'uuid';

/** Creates a UUIDv7 with the timestamp `now`: ids sort by time of creation, to the millisecond. */
export const createId = (now: Date): string => v7({ msecs: now.getTime() });
