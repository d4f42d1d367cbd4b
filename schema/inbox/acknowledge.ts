import { type Sql, sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { BoardError } from '../contract.ts';
import { builder } from '../graphql/builder.ts';
import { writeFields } from '../graphql/write-fields.ts';
import type { Position } from '../values/cursors.ts';
import { cursorText } from '../values/validators.ts';
import { createWrite } from '../writes/write.ts';
import { fromPosition, listKeyOf } from './read-inbox.ts';
import { countByKind, KindCountType, unreadField } from './type.ts';
import { readUnread } from './unread.ts';

interface InboxStateRow {
  /** The id of the agent. */
  readonly id: string;
  readonly handle: string;
}

export const InboxState = builder.objectRef<InboxStateRow>('InboxState').implement({
  description: 'The unread items of the inbox of the calling agent.',
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
  description: 'The position up to which to acknowledge items.',
  fields: (t) => ({
    cursor: t.string({
      required: true,
      description: '`pageInfo.endCursor` of the page whose items were handled.',
      validate: cursorText({ min: 1 }),
    }),
    ...writeFields(t),
  }),
});

createWrite('ackInbox', {
  type: InboxState,
  input: AckInboxInput,
  description:
    'Acknowledges every item up to a cursor, of all kinds: they are no longer unread, and reading without a cursor begins ' +
    'after them. An earlier cursor than the last one changes nothing. Throws `invalid_cursor`.',
  getRetries: 'none',
  // Cursors are encrypted: one of some 60 000 contains a text like an operator token.
  withoutSecrets: { cursor: null },
  policy: 'agent',
  run: async ({ db, clock, cursors, viewer }, { cursor }) => {
    const { id, handle } = viewer.agent;
    const position = openCursor({ cursors }, handle, cursor);
    await db.rows(sql`
      insert into inboxes (handle, position, acked_at)
      values (${handle}, ${JSON.stringify(position)}::jsonb, ${clock.now()})
      on conflict (handle) do update set position = excluded.position, acked_at = excluded.acked_at
      where ${orderOf(sql`inboxes.position`)} <= ${orderOf(sql`excluded.position`)}`);
    return { id, handle };
  },
});

/**
 * The values by which positions are ordered. The first two are the time and the id of the furthest checkpoint, members 1 and 2.
 * Member 0 is a time that only earlier versions stored. Times sort as text. A page that has only late rows does not move the
 * furthest checkpoint. So the remaining values come from the last checkpoint, which the page added: the number of transactions
 * that its snapshot sees, then its time and id, which order the cursors of one page.
 */
const orderOf = (position: Sql): Sql => sql`(
  greatest(${position} ->> 0, ${position} ->> 1), ${position} ->> 2,
  pg_snapshot_xmax((${position} ->> -2)::pg_snapshot)::text::bigint
    - (select count(*) from pg_snapshot_xip((${position} ->> -2)::pg_snapshot)),
  ${position} ->> -4, ${position} ->> -3)`;

/** The path of the cursor in the input of `ackInbox`. */
const CURSOR_PATH = ['input', 'cursor'];

/**
 * Returns the position up to which a cursor of this agent's inbox acknowledges. Throws `invalid_cursor`, also for a cursor of a
 * page with `kinds`, or with a `since` other than `now`: items that the page left out would be acknowledged, too.
 */
function openCursor(ctx: Pick<Context, 'cursors'>, handle: string, cursor: string): Position {
  const { list, filters } = listKeyOf(handle);
  const [kinds, ...position] = ctx.cursors.open(cursor, list, filters, CURSOR_PATH);
  if (kinds !== '') throw createPartialCursorError('kind', 'items of other kinds would be lost');
  if (fromPosition(position).since !== null)
    throw createPartialCursorError('since', 'earlier items would be lost, unless `since` is `now`');
  return position;
}

const createPartialCursorError = (argument: string, loss: string) =>
  new BoardError('invalid_cursor', `The cursor is of a page with \`${argument}\`: ${loss}`, {
    issues: [{ path: CURSOR_PATH, msg: `Must be of a page without \`${argument}\``, type: 'cursor' }],
    next: [{ operation: 'Inbox' }],
  });
