import { isOutage, isReadOnly } from '../../../prisma/client.ts';
import { builder, MAX_PAGE_SIZE } from '../../graphql/builder.ts';
import type { Context } from '../../context.ts';
import { BoardError } from '../../contract.ts';
import { pageSize, uuid } from '../../values/text.ts';
import { packetAt, type PacketRow, workNotFound } from '../packets/rules.ts';
import { saveExpirations } from '../packets/statements.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import { WorkPacket } from '../packets/type.ts';
import { pollAfterSeconds } from './rules.ts';
import { type EventRow, findSeq } from './statements.ts';
import { WorkEvent, WorkHistory } from './type.ts';

const WorkEventConnection = builder.connectionObject(
  { type: WorkEvent, name: 'WorkEventConnection', description: 'A page of a packet’s history.' },
  { name: 'WorkEventEdge', description: 'An event; its cursor is its id.' },
);

interface Asked {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

interface Stretch {
  readonly events: readonly EventRow[];
  readonly hasMore: boolean;
}

/**
 * Reads on in a packet’s history. What time has done to the packet is written first, so that it has an id and a
 * number that stay; where the store takes no writes now, what is written already is read. Throws `invalid_cursor`.
 */
async function readHistory(ctx: Context, row: PacketRow, { first, after }: Asked): Promise<Stretch> {
  const isDue = packetAt(row, ctx.clock.now()).eventsHead > row.eventsHead;
  if (isDue) await saveExpirations(ctx, row.id).catch(passBusy);
  const seq = after ? await findSeq(ctx.database, row.id, after) : 0;
  if (seq === undefined) throw notAnEvent(row.id);
  const limit = first ?? MAX_PAGE_SIZE;
  const events = await ctx.loaders.eventPage.load({ packetId: row.id, afterSeq: seq, size: limit + 1 });
  return { events: events.slice(0, limit), hasMore: events.length > limit };
}

/** Who reads does not suffer from those who write: a store that is gone altogether says so at the next statement. */
function passBusy(error: unknown): void {
  if (!isReadOnly(error) && !isOutage(error)) throw error;
}

const notAnEvent = (workId: string) =>
  new BoardError('invalid_cursor', 'No event of this packet has this id', {
    issues: [{ path: ['after'], msg: 'Must be the id of an event of this packet', type: 'cursor' }],
    next: [{ operation: 'WorkHistory', variables: { workId } }],
  });

builder.objectField(WorkPacket, 'events', (t) =>
  t.field({
    type: WorkEventConnection,
    nullable: true,
    description: 'What happened to it, the oldest first.',
    args: {
      first: t.arg.int({
        description: `How many at most; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
        validate: pageSize({ max: MAX_PAGE_SIZE }),
      }),
      after: t.arg.id({ description: 'Id of the event to read on from.', validate: uuid() }),
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

builder.queryField('workHistory', (t) =>
  t.field({
    type: WorkHistory,
    nullable: true,
    description: 'What happened to a work packet, for who polls it. Throws `not_found`, `invalid_cursor`.',
    args: {
      workId: t.arg.id({ required: true, description: 'Id of the packet.', validate: uuid() }),
      first: t.arg.int({
        description: `How many at most; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
        validate: pageSize({ max: MAX_PAGE_SIZE }),
      }),
      after: t.arg.id({ description: 'Id of the last event the caller has seen.', validate: uuid() }),
    },
    resolve: async (_root, { workId, ...args }, ctx) => {
      const row = await visibleOrNull(ctx, ctx.loaders.workById.load(workId));
      if (!row) throw workNotFound(workId);
      const { events, hasMore } = await readHistory(ctx, row, args);
      const { status } = packetAt(row, ctx.clock.now());
      const nextAfter = events.at(-1)?.id ?? args.after ?? null;
      return { workId, events, hasMore, nextAfter, pollAfterSeconds: pollAfterSeconds(status, hasMore) };
    },
  }),
);
