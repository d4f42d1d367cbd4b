import { sql, type WorkStatus } from '../../../prisma/client.ts';
import { requireRow } from '../../data/batch-loaders.ts';
import { builder } from '../../graphql/builder.ts';
import { assertChannelExists } from '../../channels/rules.ts';
import { Channel } from '../../channels/type.ts';
import { recordListArgs } from '../../graphql/page-args.ts';
import { type RecordListArgs, listRecords } from '../../graphql/record-lists.ts';
import type { Context } from '../../context.ts';
import { slug, uuid } from '../../values/text.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import { PACKET_STATES } from '../lifecycle.ts';
import type { PacketRow } from '../stored-packet.ts';
import { workNotFound } from './rules.ts';
import { packetList } from '../packet-columns.ts';
import { statusRanges } from './statements.ts';
import { PACKET_STATUS_VALUES, WorkPacket } from './type.ts';

export const WorkConnection = builder.connectionObject(
  { type: WorkPacket, name: 'WorkPacketConnection', description: 'A page of work packets.' },
  { name: 'WorkPacketEdge', description: 'A work packet and its cursor.' },
);

const WorkStatusFilterEnum = builder.enumType('WorkStatusFilter', {
  description: 'Statuses to list.',
  values: {
    ...PACKET_STATUS_VALUES,
    all: { description: 'Packets in every status.' },
  },
});

builder.queryField('workPacket', (t) =>
  t.field({
    type: WorkPacket,
    nullable: true,
    description:
      'Returns a work packet with the current state of its scopes. Throws `not_found` if it does not exist or is hidden.',
    args: { id: t.arg.id({ required: true, description: 'The id of the packet.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const packet = await visibleOrNull(ctx, ctx.loaders.workById.load(id));
      if (!packet) throw workNotFound(id);
      return packet;
    },
  }),
);

builder.queryField('work', (t) =>
  t.field({
    type: WorkConnection,
    nullable: true,
    description: 'Lists work packets, newest first by default. Throws `not_found` for an unknown channel.',
    args: {
      ...recordListArgs(t.arg),
      status: t.arg({
        type: [WorkStatusFilterEnum],
        description: 'Filters to packets in one of these statuses. Default `open`.',
      }),
      channel: t.arg.string({
        description: 'Filters to the channel with this slug.',
        validate: slug(),
      }),
    },
    resolve: async (_root, { status, channel, ...args }, ctx) => {
      await assertChannelExists(ctx, channel);
      const requested = new Set(status?.length ? status : (['open'] as const));
      const statuses = PACKET_STATES.filter((state) => requested.has(state) || requested.has('all'));
      return listWork(ctx, { statuses, channel }, args);
    },
  }),
);

const listWork = (
  ctx: Context,
  {
    statuses,
    channel,
  }: {
    readonly statuses: readonly WorkStatus[];
    readonly channel: string | null | undefined;
  },
  args: RecordListArgs,
) =>
  listRecords<PacketRow>(
    ctx,
    {
      list: 'work',
      filters: { statuses, channel },
      isFiltered: Boolean(channel),
      ...packetList,
      from: sql`work_packets packet`,
      conditions: {
        channel: channel ? [sql`channel_slug = ${channel}`] : null,
        status: statusRanges(statuses, ctx.loaders.iterationTime(ctx.clock)),
      },
      indexes: [['createdBy', 'status'], ['channel', 'status'], ['status']],
    },
    args,
  );

builder.objectField(WorkPacket, 'channel', (t) =>
  t.field({
    type: Channel,
    nullable: true,
    description: 'The channel of the packet; null if it has none.',
    resolve: ({ channelSlug }, _args, ctx) =>
      channelSlug === null ? null : requireRow(ctx.loaders.channelBySlug.load(channelSlug)),
  }),
);
