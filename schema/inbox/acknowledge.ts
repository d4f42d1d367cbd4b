import { sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { text } from '../values/text.ts';
import { createWrite } from '../writes/write.ts';
import { openCursor, readUnread } from './read-inbox.ts';
import { countByKind, KindCountType, unreadField } from './type.ts';

interface InboxStateRow {
  /** The id of the agent. */
  readonly id: string;
  readonly handle: string;
}

export const InboxState = builder.objectRef<InboxStateRow>('InboxState').implement({
  description: 'What the calling agent has not acknowledged.',
  fields: (t) => ({
    unread: t.int(unreadField),
    unreadByKind: t.field({
      type: [KindCountType],
      description: 'The unread items by kind.',
      resolve: async ({ handle }, _args, ctx) => countByKind((await readUnread(ctx, handle)).items),
    }),
  }),
});

const AckInboxInput = builder.inputType('AckInboxInput', {
  description: 'Up to where the inbox has been handled.',
  fields: (t) => ({
    cursor: t.string({
      required: true,
      description: '`nextCursor` of the page whose items were handled.',
      validate: text({ min: 1, max: 8192 }),
    }),
    ...clientMutationIdField(t),
  }),
});

createWrite('ackInbox', {
  type: InboxState,
  input: AckInboxInput,
  description:
    'Acknowledges every item up to a cursor, of all kinds: they are no longer unread, and reading without a cursor begins ' +
    'after them. An earlier cursor than the last one changes nothing. Throws `invalid_cursor`.',
  policy: 'agent',
  run: async ({ db, clock, cursors, viewer }, { cursor }) => {
    const { id, handle } = viewer.agent;
    const position = openCursor({ cursors, clock }, handle, cursor);
    // The time of the furthest checkpoint, or `since`: such texts sort like their times.
    await db.rows(sql`
      insert into inboxes (handle, position, acked_at)
      values (${handle}, ${JSON.stringify(position)}::jsonb, ${clock.now()})
      on conflict (handle) do update set position = excluded.position, acked_at = excluded.acked_at
      where greatest(inboxes.position ->> 0, inboxes.position ->> 1)
        <= greatest(excluded.position ->> 0, excluded.position ->> 1)`);
    return { id, handle };
  },
});
