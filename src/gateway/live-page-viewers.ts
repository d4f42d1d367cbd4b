import type { SessionContext } from '../../schema/context.ts';
import { BoardError, type LivePageViewers } from '../../schema/contract.ts';
import { createClosingError } from '../../schema/errors.ts';
import { ownerOf } from '../../schema/live/wait.ts';

/** Creates the `LivePageViewers` of a session, which count its caller as a viewer. */
export const createLivePageViewers = (context: SessionContext): LivePageViewers => ({
  add: () => {
    const slot = context.live.addLivePageViewer(ownerOf(context));
    if (slot) return () => slot.release();
    if (context.live.isClosing) throw createClosingError();
    throw new BoardError('rate_limited', 'There are too many live pages at the moment', {
      members: { retry_after: 15, violated_policies: ['live-pages'] },
    });
  },
  listen: (topics) => context.live.listenForLivePage(topics),
});
