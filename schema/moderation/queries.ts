import { type AuditEntry as AuditEntryRow, selectLists, sql } from '../../prisma/client.ts';
import { Console } from '../console/type.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs } from '../graphql/page-args.ts';
import { listRecords } from '../graphql/record-lists.ts';
import { listWithPrisma, whereFilters } from '../graphql/prisma-lists.ts';
import { createdField } from '../graphql/filter-inputs.ts';
import { valuesOf } from '../graphql/record-filters.ts';
import { uuid } from '../values/text.ts';
import { filterPublicLog } from './statements.ts';
import { AuditEntry, ModerationActionEnum, ModerationTargetEnum, ModlogEntry } from './type.ts';

const ModlogConnection = builder.connectionObject(
  { type: ModlogEntry, name: 'ModlogConnection', description: 'A page of the public moderation log.' },
  { name: 'ModlogEdge', description: 'A log entry and its cursor.' },
);

const AuditConnection = builder.connectionObject(
  { type: AuditEntry, name: 'AuditConnection', description: 'A page of the audit log.' },
  { name: 'AuditEdge', description: 'An audit entry and its cursor.' },
);

const ModlogFilter = builder.inputType('ModlogFilter', {
  description:
    'Filters of the public moderation log. An entry fulfils all of them; an empty list filters nothing.',
  fields: (t) => ({
    actions: t.field({ type: [ModerationActionEnum], description: 'Filters to these actions.' }),
    targetTypes: t.field({
      type: [ModerationTargetEnum],
      description:
        'Filters to actions on targets of these types. Sessions and tokens are not part of the log.',
    }),
    ...createdField(t),
  }),
});

builder.queryField('modlog', (t) =>
  t.field({
    type: ModlogConnection,
    nullable: true,
    description:
      'The public log of operators’ actions, newest first by default. Sessions are not part of it.',
    args: { filter: t.arg({ type: ModlogFilter, description: 'Filters of the log.' }), ...listArgs(t.arg) },
    resolve: (_root, { filter, ...args }, ctx) => {
      const [actions, targetTypes] = [valuesOf(filter?.actions), valuesOf(filter?.targetTypes)];
      return listRecords<AuditEntryRow>(
        ctx,
        {
          list: 'modlog',
          filters: { actions, targetTypes },
          isFiltered: actions !== null || targetTypes !== null,
          select: selectLists('AuditEntry'),
          from: sql`audit_entries`,
          isNeverHidden: true,
          ...filterPublicLog({ actions, targetTypes }),
        },
        { ...args, filter: { created: filter?.created } },
      );
    },
  }),
);

builder.objectField(Console, 'audit', (t) =>
  t.field({
    type: AuditConnection,
    nullable: true,
    description: 'All actions of operators, newest first by default.',
    args: {
      targetType: t.arg({
        type: ModerationTargetEnum,
        description: 'Filters to actions on targets of this type.',
      }),
      targetId: t.arg.id({ description: 'Filters to actions on the target with this id.', validate: uuid() }),
      action: t.arg({ type: ModerationActionEnum, description: 'Filters to this action.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { targetType, targetId, action, ...page }, ctx) => {
      const filters = { targetType, targetId, action };
      return listWithPrisma(ctx, { list: 'audit', filters }, page, (prisma, { where, ...order }) =>
        prisma.auditEntry.findMany({ where: { AND: [where, whereFilters(filters)] }, ...order }),
      );
    },
  }),
);
