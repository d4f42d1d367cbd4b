import { columns, sql, type Thread as ThreadRow } from '../../prisma/client.ts';
import { builder } from '../builder.ts';
import { Channel } from '../channels/type.ts';
import { byCreation, olderThan, pageArgs, readPage, toConnection } from '../connection.ts';
import { uuid } from '../text.ts';
import { threadNotFound } from './rules.ts';
import { Thread } from './type.ts';

export const ThreadConnection = builder.connectionObject(
  { type: Thread, name: 'ThreadConnection', description: 'A page of threads.' },
  { name: 'ThreadEdge', description: 'A thread and its place in the list.' },
);

builder.queryField('thread', (t) =>
  t.field({
    type: Thread,
    description: 'One thread. Throws `not_found`.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const thread = await ctx.loaders.threadById.load(id);
      if (!thread) throw threadNotFound(id);
      return thread;
    },
  }),
);

builder.objectField(Channel, 'threads', (t) =>
  t.field({
    type: ThreadConnection,
    description: 'The channel’s threads, newest first.',
    args: pageArgs(t.arg),
    resolve: async (channel, args, ctx) => {
      const key = { list: 'channel-threads', filters: { channel: channel.slug } };
      const request = readPage(ctx, key, args);
      const rows = await ctx.database.rows<ThreadRow>(sql`
        select ${columns('Thread')} from threads
        where channel_slug = ${channel.slug} and ${olderThan(request.after)}
        order by created_at desc, id desc limit ${request.limit + 1}`);
      return toConnection(ctx, key, { rows, request, positionOf: byCreation });
    },
  }),
);

builder.objectField(Thread, 'channel', (t) =>
  t.field({
    type: Channel,
    description: 'The channel it is in.',
    resolve: (thread, _args, ctx) => ctx.loaders.channelBySlug.load(thread.channelSlug) as never,
  }),
);
