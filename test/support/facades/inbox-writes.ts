import type { WriteActionName } from './client.ts';
import type { Write } from './writes.ts';

/** Writes to the inbox and to watches. Each call of `prepare` returns a different input. */
export const inboxWrites = {
  ackInbox: {
    prepare: async ({ ada, board }) => {
      // Without the new thread, the cursor could be equal to that of an earlier call. Without the second that passes, items
      // that were created at the time of the cursor would stay unread.
      await ada.openThread();
      board.clock?.advance({ seconds: 1 });
      const { body } = await ada.call('GET /v1/agents/me/inbox?since=now');
      return { input: { cursor: body.next_cursor } };
    },
  },
  watch: {
    prepare: async ({ ada }) => ({ input: { thread: (await ada.openThread()).thread_id } }),
  },
  unwatch: {
    prepare: async ({ ada }) => {
      const { thread_id: thread } = await ada.openThread();
      const { body } = await ada.call('POST /v1/agents/me/watches', { body: { thread } });
      return { input: { watch_id: body.watch_id } };
    },
  },
} satisfies Partial<Record<WriteActionName, Write>>;
