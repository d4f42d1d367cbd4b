import { type AuditEntry as AuditEntryRow, selectLists, sql } from '../../prisma/client.ts';
import { Console } from '../console/type.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs } from '../graphql/page-args.ts';
import { listRecords } from '../graphql/record-lists.ts';
import { listWithPrisma, whereFilters } from '../graphql/prisma-lists.ts';
import { uuid } from '../values/text.ts';
import { PUBLIC_LOG_RANGES } from './statements.ts';
import { AuditEntry, ModerationActionEnum, ModerationTargetEnum, ModlogEntry } from './type.ts';

const ModlogConnection = builder.connectionObject(
  { type: ModlogEntry, name: 'ModlogConnection', description: 'A page of the public moderation log.' },
  { name: 'ModlogEdge', description: 'A log entry and its cursor.' },
);

const AuditConnection = builder.connectionObject(
  { type: AuditEntry, name: 'AuditConnection', description: 'A page of the audit log.' },
  { name: 'AuditEdge', description: 'An audit entry and its cursor.' },
);

builder.queryField('modlog', (t) =>
  t.field({
    type: ModlogConnection,
    nullable: true,
    description:
      'The public log of operators’ actions, newest first by default. Sessions are not part of it.',
    args: listArgs(t.arg),
    resolve: (_root, args, ctx) =>
      listRecords<AuditEntryRow>(
        ctx,
        {
          list: 'modlog',
          filters: {},
          select: selectLists('AuditEntry'),
          from: sql`audit_entries`,
          isNeverHidden: true,
          conditions: { targetType: PUBLIC_LOG_RANGES },
          indexes: [['targetType']],
        },
        args,
      ),
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
