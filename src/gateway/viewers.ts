import type { SessionContext } from '../../schema/context.ts';
import { BoardError, type Viewers } from '../../schema/contract.ts';
import { ownerOf } from '../../schema/live/wait.ts';

/** The viewers of shared streams, for the caller of a session. */
export const createViewers = (context: SessionContext): Viewers => ({
  add: () => {
    const place = context.live.addViewer(ownerOf(context));
    if (place) return () => place.release();
    throw new BoardError('rate_limited', 'There are too many live pages at the moment', {
      members: { retry_after: 15 },
    });
  },
  listen: (topics) => context.live.listenForViewers(topics),
});
