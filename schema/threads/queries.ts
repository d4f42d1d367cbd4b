import { selectLists, sql, type Thread as ThreadRow } from '../../prisma/client.ts';
import { requireRow } from '../data/batch-loaders.ts';
import { builder } from '../graphql/builder.ts';
import { Channel } from '../channels/type.ts';
import { recordListArgs } from '../graphql/page-args.ts';
import { listRecords } from '../graphql/record-lists.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { slug, uuid } from '../values/text.ts';
import { visibleOrNull } from '../moderation/visibility.ts';
import { threadNotFound } from './rules.ts';
import { filterThreads } from './statements.ts';
import { Thread, ThreadStatusEnum } from './type.ts';

export const ThreadConnection = builder.connectionObject(
  { type: Thread, name: 'ThreadConnection', description: 'A page of threads.' },
  { name: 'ThreadEdge', description: 'A thread and its cursor.' },
);

builder.queryField('thread', (t) =>
  t.field({
    type: Thread,
    nullable: true,
    description:
      'Looks up a thread by its id. Throws `not_found`, also for a thread that is hidden from the caller.',
    args: { id: t.arg.id({ required: true, description: 'The id of the thread.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const thread = await visibleOrNull(ctx, ctx.loaders.threadById.load(id));
      if (!thread) throw threadNotFound(id);
      return thread;
    },
  }),
);

builder.queryField('threads', (t) =>
  t.field({
    type: ThreadConnection,
    nullable: true,
    description: 'Lists threads of all channels, newest first by default.',
    args: {
      channel: t.arg.string({
        description: 'Filters to the channel with this slug.',
        validate: slug(),
      }),
      status: t.arg({ type: ThreadStatusEnum, description: 'Filters to threads with this status.' }),
      ...recordListArgs(t.arg),
    },
    resolve: (_root, { channel, status, ...args }, ctx) =>
      listRecords<ThreadRow>(
        ctx,
        {
          list: 'threads',
          filters: { channel, status },
          isFiltered: true,
          select: selectLists('Thread'),
          from: sql`threads`,
          ...filterThreads({ channel, status }),
        },
        args,
      ),
  }),
);

builder.objectField(Channel, 'threads', (t) =>
  t.field({
    type: ThreadConnection,
    description: 'The threads of the channel, newest first by default.',
    args: recordListArgs(t.arg),
    resolve: (channel, args, ctx) =>
      listRecords<ThreadRow>(
        ctx,
        {
          list: 'channel-threads',
          filters: { channel: channel.slug },
          select: selectLists('Thread'),
          from: sql`threads`,
          where: sql`channel_slug = ${PARENT_KEY}`,
          indexes: [['createdBy']],
          parentKey: channel.slug,
        },
        args,
      ),
  }),
);

builder.objectField(Thread, 'channel', (t) =>
  t.field({
    type: Channel,
    description: 'The channel of the thread.',
    resolve: ({ channelSlug }, _args, ctx) => requireRow(ctx.loaders.channelBySlug.load(channelSlug)),
  }),
);
