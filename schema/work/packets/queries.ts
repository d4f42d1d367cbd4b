import { sql, type WorkStatus } from '../../../prisma/client.ts';
import { requireRow } from '../../data/batch-loaders.ts';
import { builder } from '../../graphql/builder.ts';
import { assertChannelsExist } from '../../channels/rules.ts';
import { Channel } from '../../channels/type.ts';
import { channelsField, recordFilterFields } from '../../graphql/lists/filter-inputs.ts';
import { listArgs } from '../../graphql/lists/page-args.ts';
import { valuesOf, whereOneOf } from '../../graphql/lists/record-filters.ts';
import { listRecords } from '../../graphql/lists/record-lists.ts';
import type { Context } from '../../context.ts';
import { uuid } from '../../values/validators.ts';
import { visibleOrNull } from '../../moderation/visibility.ts';
import { PACKET_STATES } from '../lifecycle.ts';
import type { PacketRow } from '../stored-packet.ts';
import { workNotFound } from './rules.ts';
import { PACKET_LIST_DEPENDENCIES, packetList } from '../packet-columns.ts';
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

const WorkPacketFilter = builder.inputType('WorkPacketFilter', {
  description:
    'Filters of a list of work packets. A packet must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    ...recordFilterFields(t),
    ...channelsField(t),
    statuses: t.field({
      type: [WorkStatusFilterEnum],
      description: 'Filters to packets in one of these statuses.',
    }),
  }),
});

builder.queryField('workPacket', (t) =>
  t.field({
    type: WorkPacket,
    nullable: true,
    description:
      'Returns a work packet with the current state of its scopes. Throws `not_found`, also if it is hidden from the caller.',
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
    description:
      'Lists work packets in all statuses, newest first by default. Throws `not_found` for an unknown channel.',
    args: {
      filter: t.arg({ type: WorkPacketFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: async (_root, args, ctx) => {
      await assertChannelsExist(ctx, args.filter?.channels);
      const requested = new Set(valuesOf(args.filter?.statuses) ?? (['all'] as const));
      const filters = {
        statuses: PACKET_STATES.filter((state) => requested.has(state) || requested.has('all')),
        channels: valuesOf(args.filter?.channels),
      };
      return listRecords<PacketRow>(ctx, { ...createWorkList(ctx, filters), filters }, args);
    },
  }),
);

const createWorkList = (
  { loaders, clock }: Context,
  {
    statuses,
    channels,
  }: { readonly statuses: readonly WorkStatus[]; readonly channels: readonly string[] | null },
) => ({
  list: 'work',
  isFiltered: channels !== null,
  ...packetList,
  from: sql`work_packets packet`,
  dependsOn: PACKET_LIST_DEPENDENCIES,
  conditions: {
    channel: whereOneOf(channels, (slug) => sql`channel_slug = ${slug}`),
    status: statusRanges(statuses, loaders.iterationTime(clock)),
  },
  indexes: [['createdBy', 'status'], ['channel', 'status'], ['status']],
});

builder.objectField(WorkPacket, 'channel', (t) =>
  t.field({
    type: Channel,
    nullable: true,
    description: 'The channel of the packet; null if it has none.',
    resolve: ({ channelSlug }, _args, ctx) =>
      channelSlug === null ? null : requireRow(ctx.loaders.channelBySlug.load(channelSlug)),
  }),
);
