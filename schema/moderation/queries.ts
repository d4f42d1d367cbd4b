import { type AuditEntry as AuditEntryRow, selectLists, sql } from '../../prisma/client.ts';
import { Console } from '../console/type.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs } from '../graphql/lists/page-args.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import { createdField, filterValues } from '../graphql/lists/filter-inputs.ts';
import { valuesOf } from '../graphql/lists/record-filters.ts';
import { uuid } from '../values/validators.ts';
import { filterAuditLog, filterPublicLog } from './statements.ts';
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
    'Filters of the public moderation log. An entry must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    actions: t.field({ type: [ModerationActionEnum], description: 'Filters to these actions.' }),
    targetTypes: t.field({
      type: [ModerationTargetEnum],
      description: 'Filters to actions on targets of these types. Sessions and webhooks are not in the log.',
    }),
    ...createdField(t),
  }),
});

builder.queryField('modlog', (t) =>
  t.field({
    type: ModlogConnection,
    nullable: true,
    description:
      'The public log of operator actions, without sessions and webhooks; newest first by default.',
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

const AuditFilter = builder.inputType('AuditFilter', {
  description:
    'Filters of the audit log. An entry must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    actions: t.field({
      type: [ModerationActionEnum],
      description: 'Filters to these actions.',
      extensions: { singleDescription: 'Filters to this action.' },
    }),
    targetTypes: t.field({
      type: [ModerationTargetEnum],
      description: 'Filters to actions on targets of these types.',
      extensions: { singleDescription: 'Filters to actions on targets of this type.' },
    }),
    targetIds: t.idList({
      description: 'Filters to actions on the targets with these ids. At most 10.',
      validate: filterValues(uuid()),
      extensions: { singleDescription: 'Filters to actions on the target with this id.' },
    }),
    ...createdField(t),
  }),
});

builder.objectField(Console, 'audit', (t) =>
  t.field({
    type: AuditConnection,
    nullable: true,
    description: 'All actions of operators, newest first by default.',
    args: { filter: t.arg({ type: AuditFilter, description: 'Filters of the log.' }), ...listArgs(t.arg) },
    resolve: (_console, { filter, ...args }, ctx) => {
      const filters = {
        actions: valuesOf(filter?.actions),
        targetTypes: valuesOf(filter?.targetTypes),
        targetIds: valuesOf(filter?.targetIds),
      };
      return listRecords<AuditEntryRow>(
        ctx,
        {
          list: 'audit',
          filters,
          isFiltered: true,
          select: selectLists('AuditEntry'),
          from: sql`audit_entries`,
          isNeverHidden: true,
          ...filterAuditLog(filters),
        },
        { ...args, filter: { created: filter?.created } },
      );
    },
  }),
);
