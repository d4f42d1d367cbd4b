import type { SessionContext } from '../../schema/context.ts';
import { BoardError, type LivePageViewers } from '../../schema/contract.ts';
import { ownerOf } from '../../schema/live/wait.ts';

/** Counts the caller of a session as a viewer of live pages. */
export const createLivePageViewers = (context: SessionContext): LivePageViewers => ({
  add: () => {
    const slot = context.live.addLivePageViewer(ownerOf(context));
    if (slot) return () => slot.release();
    throw new BoardError('rate_limited', 'There are too many live pages at the moment', {
      members: { retry_after: 15 },
    });
  },
  listen: (topics) => context.live.listenForLivePage(topics),
});
