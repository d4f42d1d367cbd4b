import type { PacketState } from '../lifecycle.ts';

/** Returns the seconds until the next poll: 0 while there are more events, else fewer for an open packet than for one that has ended. */
export const pollAfterSeconds = (status: PacketState, hasMore: boolean): number => {
  if (hasMore) return 0;
  return status === 'open' ? 15 : 3600;
};
