import { selectLists, sql, type Thread as ThreadRow, dependsOnTables } from '../../prisma/client.ts';
import { requireRow } from '../data/batch-loaders.ts';
import { builder } from '../graphql/builder.ts';
import { Channel } from '../channels/type.ts';
import { channelsField, recordFilterFields } from '../graphql/lists/filter-inputs.ts';
import { listArgs, recordListArgs } from '../graphql/lists/page-args.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { valuesOf } from '../graphql/lists/record-filters.ts';
import { uuid } from '../values/validators.ts';
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

const ThreadFilter = builder.inputType('ThreadFilter', {
  description:
    'Filters of a list of threads. A thread must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    ...recordFilterFields(t),
    ...channelsField(t),
    statuses: t.field({ type: [ThreadStatusEnum], description: 'Filters to threads with these statuses.' }),
  }),
});

builder.queryField('threads', (t) =>
  t.field({
    type: ThreadConnection,
    nullable: true,
    description: 'Lists threads of all channels, newest first by default.',
    args: { filter: t.arg({ type: ThreadFilter, description: 'Filters of the list.' }), ...listArgs(t.arg) },
    resolve: (_root, args, ctx) => {
      const filters = {
        channels: valuesOf(args.filter?.channels),
        statuses: valuesOf(args.filter?.statuses),
      };
      return listRecords<ThreadRow>(
        ctx,
        {
          list: 'threads',
          filters,
          isFiltered: true,
          select: selectLists('Thread'),
          from: sql`threads`,
          dependsOn: dependsOnTables('threads'),
          dependsOnRows: true,
          ...filterThreads(filters),
        },
        args,
      );
    },
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
          dependsOn: dependsOnTables('threads'),
          dependsOnRows: true,
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
