import { type AuditEntry as AuditEntryRow, selectLists, sql } from '../../prisma/client.ts';
import { requireOperator } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs, listRecords } from '../graphql/connections.ts';
import { uuid } from '../values/text.ts';
import { PUBLIC_LOG_RANGES, whereAuditEntries } from './statements.ts';
import { AuditEntry, Console, ModerationActionEnum, ModerationTargetEnum, ModlogEntry } from './type.ts';

const ModlogConnection = builder.connectionObject(
  { type: ModlogEntry, name: 'ModlogConnection', description: 'A page of the moderation log.' },
  { name: 'ModlogEdge', description: 'An entry and its place in the log.' },
);

const AuditConnection = builder.connectionObject(
  { type: AuditEntry, name: 'AuditConnection', description: 'A page of the audit.' },
  { name: 'AuditEdge', description: 'An entry and its place in the audit.' },
);

builder.queryField('modlog', (t) =>
  t.field({
    type: ModlogConnection,
    nullable: true,
    description: 'What operators did, to what and why; the newest first by default.',
    args: listArgs(t.arg),
    resolve: (_root, args, ctx) =>
      listRecords<AuditEntryRow>(
        ctx,
        {
          list: 'modlog',
          filters: {},
          select: selectLists('AuditEntry'),
          from: sql`audit_entries`,
          ranges: PUBLIC_LOG_RANGES,
        },
        args,
      ),
  }),
);

builder.queryField('console', (t) =>
  t.field({
    type: Console,
    nullable: true,
    description: 'The operator’s view of the board. Throws `not_creator` for agents.',
    resolve: (_root, _args, { viewer }) => requireOperator(viewer),
  }),
);

builder.objectField(Console, 'audit', (t) =>
  t.field({
    type: AuditConnection,
    nullable: true,
    description: 'What operators did, the newest first by default.',
    args: {
      targetType: t.arg({ type: ModerationTargetEnum, description: 'Only what was done to such.' }),
      targetId: t.arg.id({ description: 'Only what was done to this.', validate: uuid() }),
      action: t.arg({ type: ModerationActionEnum, description: 'Only this.' }),
      ...listArgs(t.arg),
    },
    resolve: (_console, { first, after, orderBy, ...filters }, ctx) =>
      listRecords<AuditEntryRow>(
        ctx,
        {
          list: 'audit',
          filters,
          narrowed: true,
          select: selectLists('AuditEntry'),
          from: sql`audit_entries`,
          where: whereAuditEntries(filters),
        },
        { first, after, orderBy },
      ),
  }),
);
