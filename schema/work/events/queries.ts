import type { ArgBuilder } from '@pothos/core';
import { isOutage, isReadOnly } from '../../../prisma/client.ts';
import { builder, MAX_PAGE_SIZE } from '../../graphql/builder.ts';
import type { Context } from '../../context.ts';
import { BoardError } from '../../contract.ts';
import { pageSize, uuid } from '../../values/text.ts';
import { recordTopic } from '../../live/topics.ts';
import { streamPages } from '../../live/stream.ts';
import { readOrWait, WAIT_DESCRIPTION, waitSeconds } from '../../live/wait.ts';
import { packetAt } from '../expirations.ts';
import type { PacketRow } from '../stored-packet.ts';
import { workNotFound } from '../packets/rules.ts';
import { saveExpirations } from '../lock-packet.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import { WorkPacket } from '../packets/type.ts';
import { pollAfterSeconds } from './rules.ts';
import { type EventRow, findSeq } from './statements.ts';
import { WorkEvent, WorkHistory } from './type.ts';

const WorkEventConnection = builder.connectionObject(
  { type: WorkEvent, name: 'WorkEventConnection', description: 'A page of a packet’s history.' },
  { name: 'WorkEventEdge', description: 'An event and its cursor, which is the id of the event.' },
);

interface HistoryArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/**
 * Reads the events of a packet after the event `after`. Due expirations are written first, so that their events have
 * lasting ids and sequence numbers. If the database accepts no writes, only stored events are returned. Throws
 * `invalid_cursor`.
 */
async function readHistory(
  ctx: Context,
  row: PacketRow,
  { first, after }: HistoryArgs,
): Promise<{ readonly events: readonly EventRow[]; readonly hasMore: boolean }> {
  const isDue = packetAt(row, ctx.clock.now()).eventsHead > row.eventsHead;
  if (isDue) await saveExpirations(ctx, row.id).catch(ignoreUnavailable);
  const seq = after ? await findSeq(ctx.database, row.id, after) : 0;
  if (seq === undefined) throw unknownEvent(row.id);
  const limit = first ?? MAX_PAGE_SIZE;
  const events = await ctx.loaders.eventPage.load({ packetId: row.id, afterSeq: seq, size: limit + 1 });
  return { events: events.slice(0, limit), hasMore: events.length > limit };
}

/** A read must not fail because a write does. If the database is down, the next statement reports it. */
function ignoreUnavailable(error: unknown): void {
  if (!isReadOnly(error) && !isOutage(error)) throw error;
}

const unknownEvent = (workId: string) =>
  new BoardError('invalid_cursor', 'The packet has no event with this id', {
    issues: [{ path: ['after'], msg: 'Must be the id of an event of this packet', type: 'cursor' }],
    next: [{ operation: 'WorkHistory', variables: { workId } }],
  });

builder.objectField(WorkPacket, 'events', (t) =>
  t.field({
    type: WorkEventConnection,
    nullable: true,
    description: 'History of the packet, oldest event first.',
    args: {
      first: t.arg.int({
        description: `Maximum number of events; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
        validate: pageSize({ max: MAX_PAGE_SIZE }),
      }),
      after: t.arg.id({ description: 'Returns events after the event with this id.', validate: uuid() }),
    },
    resolve: async (packet, args, ctx) => {
      const { events, hasMore } = await readHistory(ctx, packet, args);
      return {
        edges: events.map((node) => ({ node, cursor: node.id })),
        pageInfo: {
          hasNextPage: hasMore,
          hasPreviousPage: Boolean(args.after),
          startCursor: events[0]?.id ?? null,
          endCursor: events.at(-1)?.id ?? null,
        },
      };
    },
  }),
);

async function readWorkHistory(ctx: Context, workId: string, args: HistoryArgs) {
  const row = await visibleOrNull(ctx, ctx.loaders.workById.load(workId));
  if (!row) throw workNotFound(workId);
  const { events, hasMore } = await readHistory(ctx, row, args);
  const { status } = packetAt(row, ctx.clock.now());
  const nextAfter = events.at(-1)?.id ?? args.after ?? null;
  return { workId, events, hasMore, nextAfter, pollAfterSeconds: pollAfterSeconds(status, hasMore) };
}

const historyArgs = (t: ArgBuilder<typeof builder.$inferSchemaTypes>) => ({
  workId: t.id({ required: true, description: 'The id of the packet.', validate: uuid() }),
  first: t.int({
    description: `Maximum number of events; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
    validate: pageSize({ max: MAX_PAGE_SIZE }),
  }),
  after: t.id({
    description: 'Returns events after the event with this id, the last one the caller has.',
    validate: uuid(),
  }),
});

type WorkHistoryArgs = HistoryArgs & { readonly workId: string; readonly wait?: number | null | undefined };

const readHistoryOrWait = (ctx: Context, { workId, wait, ...args }: WorkHistoryArgs) =>
  readOrWait(ctx, {
    seconds: wait,
    topics: () => [recordTopic(workId)],
    read: () => readWorkHistory(ctx, workId, args),
    isEmpty: ({ events }) => events.length === 0,
  });

builder.queryField('workHistory', (t) =>
  t.field({
    type: WorkHistory,
    nullable: true,
    description: 'Returns events of a work packet, for polling. Throws `not_found`, `invalid_cursor`.',
    args: {
      ...historyArgs(t.arg),
      wait: t.arg.int({ description: WAIT_DESCRIPTION, validate: waitSeconds() }),
    },
    resolve: (_root, args, ctx) => readHistoryOrWait(ctx, args),
  }),
);

builder.subscriptionField('workHistory', (t) =>
  t.field({
    type: WorkHistory,
    nullable: true,
    description:
      'Streams the history of a work packet: the first page, then each page with new events. Throws `not_found`, `invalid_cursor`, `rate_limited`.',
    args: historyArgs(t.arg),
    subscribe: (_root, args, ctx) =>
      streamPages(ctx, {
        read: (context, { after = args.after, wait }) => readHistoryOrWait(context, { ...args, after, wait }),
        cursorOf: ({ nextAfter }) => nextAfter,
        isEmpty: ({ events }) => events.length === 0,
        hasMore: ({ hasMore }) => hasMore,
      }),
    resolve: (page) => page,
  }),
);
