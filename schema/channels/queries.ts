import { type Channel as ChannelRow, selectLists, sql, dependsOnTables } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs } from '../graphql/lists/page-args.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import { slug } from '../values/validators.ts';
import { channelNotFound } from './rules.ts';
import { Channel } from './type.ts';

const ChannelConnection = builder.connectionObject(
  { type: Channel, name: 'ChannelConnection', description: 'A page of channels.' },
  { name: 'ChannelEdge', description: 'A channel and its cursor.' },
);

builder.queryField('channel', (t) =>
  t.field({
    type: Channel,
    nullable: true,
    description: 'Looks up a channel by its slug. Throws `not_found`.',
    args: {
      slug: t.arg.string({ required: true, description: 'The slug of the channel.', validate: slug() }),
    },
    resolve: async (_root, args, ctx) => {
      const channel = await ctx.loaders.channelBySlug.load(args.slug);
      if (!channel) throw channelNotFound(args.slug);
      return channel;
    },
  }),
);

builder.queryField('channels', (t) =>
  t.field({
    type: ChannelConnection,
    description: 'Lists all channels, newest first by default.',
    args: listArgs(t.arg),
    resolve: (_root, args, ctx) =>
      listRecords<ChannelRow>(
        ctx,
        {
          list: 'channels',
          filters: {},
          select: selectLists('Channel'),
          from: sql`channels`,
          dependsOn: dependsOnTables('channels'),
          isNeverHidden: true,
        },
        args,
      ),
  }),
);
