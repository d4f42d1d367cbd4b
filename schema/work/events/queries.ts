import type { ArgBuilder } from '@pothos/core';
import { sql } from '../../../prisma/client.ts';
import { countRecords } from '../../graphql/lists/counts.ts';
import { PARENT_KEY } from '../../data/page-loaders.ts';
import { builder, MAX_PAGE_SIZE } from '../../graphql/builder.ts';
import { createConnection } from '../../graphql/lists/connections.ts';
import { createLogEdges } from '../../graphql/lists/log-pages.ts';
import { type PageArgs, type PageRequest, readPageSize, toSeqPage } from '../../graphql/lists/page-args.ts';
import type { Context } from '../../context.ts';
import { BoardError } from '../../contract.ts';
import { ignoreUnavailable } from '../../errors.ts';
import type { Position } from '../../values/cursors.ts';
import { pageSize, uuid } from '../../values/validators.ts';
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
import { type EventRow, findSeqs } from './statements.ts';
import { WorkEvent, WorkEventEdge, WorkHistory } from './type.ts';

const WorkEventConnection = builder.connectionObject(
  { type: WorkEvent, name: 'WorkEventConnection', description: 'A page of a packet’s history.' },
  WorkEventEdge,
);

/**
 * Reads a page of the events of a packet, and one event more, which shows whether another page follows. The events are newest first
 * if `args` has `last`. Cursors are ids of events. Due expirations are stored first, so that their events have lasting ids and
 * sequence numbers. If the database is read-only or busy, returns only the stored events. Throws `invalid_cursor`.
 */
async function readHistory(
  ctx: Context,
  row: PacketRow,
  args: PageArgs,
): Promise<{ readonly rows: readonly EventRow[]; readonly request: PageRequest }> {
  const size = readPageSize(args);
  const isDue = packetAt(row, ctx.clock.now()).eventsHead > row.eventsHead;
  if (isDue) await saveExpirations(ctx, row.id, ctx).catch(ignoreUnavailable);
  const request = { ...size, ...(await findPositions(ctx, row.id, args)) };
  const rows = await ctx.loaders.eventPage.load({ packetId: row.id, ...toSeqPage(request) });
  return { rows, request };
}

/** Finds the positions of both cursors, with one statement. Throws `invalid_cursor`. */
async function findPositions({ database }: Context, packetId: string, args: PageArgs) {
  const ids = [args.after, args.before].flatMap((id) => (id ? [id] : []));
  const seqs = ids.length > 0 ? await findSeqs(database, packetId, ids) : null;
  const positionOf = (name: 'after' | 'before'): Position | null => {
    const id = args[name];
    if (!id) return null;
    const seq = seqs?.get(id);
    if (seq === undefined) throw createUnknownEventError(packetId, name);
    return [seq];
  };
  return { after: positionOf('after'), before: positionOf('before') };
}

const createUnknownEventError = (workId: string, argument: string) =>
  new BoardError('invalid_cursor', 'The packet has no event with this id', {
    issues: [{ path: [argument], msg: 'Must be the id of an event of this packet', type: 'cursor' }],
    next: [{ operation: 'WorkHistory', variables: { workId } }],
  });

const firstArgument = {
  description: `Maximum number of events; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
  validate: pageSize({ max: MAX_PAGE_SIZE }),
};

builder.objectField(WorkPacket, 'events', (t) =>
  t.field({
    type: WorkEventConnection,
    nullable: true,
    description: 'History of the packet, oldest event first.',
    args: {
      first: t.arg.int(firstArgument),
      after: t.arg.id({ description: 'Returns events after the event with this id.', validate: uuid() }),
      last: t.arg.int({
        description: `Reads the latest events, or those before \`before\`: the maximum number of events; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
        validate: pageSize({ max: MAX_PAGE_SIZE }),
      }),
      before: t.arg.id({ description: 'Returns events before the event with this id.', validate: uuid() }),
    },
    resolve: async (packet, args, ctx) => {
      const page = await readHistory(ctx, packet, args);
      const list = {
        from: sql`work_events`,
        where: sql`packet_id = ${PARENT_KEY}::uuid`,
        order: sql`seq`,
        parentKey: packet.id,
        isNeverHidden: true,
      };
      return createConnection({ ...page, countRecords: () => countRecords(ctx, list) }, ({ id }) => id);
    },
  }),
);

type ForwardArgs = Pick<PageArgs, 'first' | 'after'>;

async function readWorkHistory(ctx: Context, workId: string, args: ForwardArgs) {
  const row = await visibleOrNull(ctx, ctx.loaders.workById.load(workId));
  if (!row) throw workNotFound(workId);
  const { rows, request } = await readHistory(ctx, row, args);
  const events = rows.slice(0, request.limit);
  const hasMore = rows.length > events.length;
  const { status, eventsHead } = packetAt(row, ctx.clock.now());
  const position = events.at(-1)?.seq ?? Number(request.after?.[0] ?? 0);
  // The events of expirations that could not be stored are stored soon.
  const mayChangeSoon = status === 'open' || position < eventsHead;
  const endCursor = events.at(-1)?.id ?? args.after ?? null;
  const edges = createLogEdges(events, { nodeOf: (event) => event, cursorOf: ({ id }) => id, endCursor });
  return {
    workId,
    edges: () => Promise.resolve(edges),
    isEmpty: events.length === 0,
    hasMore,
    isContinued: Boolean(args.after),
    endCursor,
    pollAfterSeconds: pollAfterSeconds(mayChangeSoon, hasMore),
  };
}

const historyArgs = (t: ArgBuilder<typeof builder.$inferSchemaTypes>) => ({
  workId: t.id({ required: true, description: 'The id of the packet.', validate: uuid() }),
  first: t.int(firstArgument),
  after: t.id({
    description: 'Returns events after the event with this id, the last one the caller has.',
    validate: uuid(),
  }),
});

type WorkHistoryArgs = ForwardArgs & { readonly workId: string; readonly wait?: number | null | undefined };

const readHistoryOrWait = (ctx: Context, { workId, wait, ...args }: WorkHistoryArgs) =>
  readOrWait(ctx, {
    seconds: wait,
    topics: () => [recordTopic(workId)],
    read: () => readWorkHistory(ctx, workId, args),
    isEmpty: ({ isEmpty }) => isEmpty,
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
        cursorOf: ({ endCursor }) => endCursor,
        isEmpty: ({ isEmpty }) => isEmpty,
        hasMore: ({ hasMore }) => hasMore,
      }),
    resolve: (page) => page,
  }),
);
