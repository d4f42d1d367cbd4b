import { sql, type WorkStatus } from '../../../prisma/client.ts';
import { requireRow } from '../../data/batch-loaders.ts';
import { builder } from '../../graphql/builder.ts';
import { Channel } from '../../channels/type.ts';
import { type ListArgs, listArgs, listRecords } from '../../graphql/connections.ts';
import type { Context } from '../../context.ts';
import { whereAll } from '../../graphql/record-filters.ts';
import { slug, text, uuid } from '../../values/text.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import { PACKET_STATES } from '../lifecycle.ts';
import { type PacketRow, workNotFound } from './rules.ts';
import { packetColumns, statusRanges } from './statements.ts';
import { WorkPacket } from './type.ts';

export const WorkConnection = builder.connectionObject(
  { type: WorkPacket, name: 'WorkPacketConnection', description: 'A page of work packets.' },
  { name: 'WorkPacketEdge', description: 'A work packet and its place in the list.' },
);

const WorkStatusFilterEnum = builder.enumType('WorkStatusFilter', {
  description: 'Statuses to list; `all` stands for every one.',
  values: [...PACKET_STATES, 'all'] as const,
});

builder.queryField('workPacket', (t) =>
  t.field({
    type: WorkPacket,
    nullable: true,
    description:
      'One work packet, with its scopes as they are now. Throws `not_found`, for a hidden one too.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
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
    description: 'Work packets, the newest first by default.',
    args: {
      ...listArgs(t.arg),
      status: t.arg({ type: [WorkStatusFilterEnum], description: 'Default `open`.' }),
      channel: t.arg.string({ description: 'Slug of a channel.', validate: slug() }),
      createdBy: t.arg.string({
        description: 'Handle of a creator.',
        validate: text({ min: 2, max: 64 }),
      }),
    },
    resolve: (_root, { status, channel, createdBy, ...args }, ctx) => {
      const asked = new Set(status?.length ? status : (['open'] as const));
      const statuses = PACKET_STATES.filter((state) => asked.has(state) || asked.has('all'));
      return listWork(ctx, { statuses, channel, createdBy }, args);
    },
  }),
);

interface WorkFilter {
  readonly statuses: readonly WorkStatus[];
  readonly channel: string | null | undefined;
  readonly createdBy: string | null | undefined;
}

const listWork = (ctx: Context, { statuses, channel, createdBy }: WorkFilter, args: ListArgs) =>
  listRecords<PacketRow>(
    ctx,
    {
      list: 'work',
      filters: { statuses, channel: channel ?? null, createdBy: createdBy ?? null },
      narrowed: Boolean(channel ?? createdBy),
      select: packetColumns,
      from: sql`work_packets packet`,
      where: whereAll([
        channel ? sql`channel_slug = ${channel}` : null,
        createdBy ? sql`created_by = ${createdBy}` : null,
      ]),
      ranges: statusRanges(statuses, ctx.loaders.turnTime(ctx.clock)),
    },
    args,
  );

builder.objectField(WorkPacket, 'channel', (t) =>
  t.field({
    type: Channel,
    nullable: true,
    description: 'The channel it is filed in.',
    resolve: ({ channelSlug }, _args, ctx) =>
      channelSlug === null ? null : requireRow(ctx.loaders.channelBySlug.load(channelSlug)),
  }),
);
