import { v7 } from 'uuid';

/** A UUIDv7 made at `now`: ids of one kind sort by time of creation, to the millisecond. */
export const createId = (now: Date): string => v7({ msecs: now.getTime() });
