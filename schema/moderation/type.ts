import type { AuditEntry as AuditEntryRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { ViaEnum } from '../graphql/record.ts';
import { ACTIONS, isTargetIdPublic, REASONS, TARGET_TYPES } from './rules.ts';

export const ModerationActionEnum = builder.enumType('ModerationAction', {
  description: 'What an operator may do.',
  values: ACTIONS,
});

export const ModerationTargetEnum = builder.enumType('ModerationTarget', {
  description: 'What it may be done to.',
  values: TARGET_TYPES,
});

export const ModerationReasonEnum = builder.enumType('ModerationReason', {
  description: 'Why, in a word.',
  values: REASONS,
});

export const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'What an operator did, as operators see it. It is never changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    type: t.string({ description: 'Always `audit_entry`.', resolve: () => 'audit_entry' }),
    action: t.expose('action', { type: ModerationActionEnum, description: 'What was done.' }),
    targetType: t.expose('targetType', { type: ModerationTargetEnum, description: 'What it was done to.' }),
    targetId: t.exposeID('targetId', { description: 'Id of that.' }),
    reason: t.expose('reason', {
      type: ModerationReasonEnum,
      nullable: true,
      description: 'Why, in a word.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'Why, in the operator’s words.' }),
    changes: t.expose('changes', {
      type: 'JSON',
      nullable: true,
      description: 'Of a channel: each field that was changed, as `{ from, to }`.',
    }),
    operator: t.exposeString('operator', {
      description: 'Name of the token it was done with; `environment` for the configured one.',
    }),
    via: t.expose('via', { type: ViaEnum, description: 'The door it came in by.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
  }),
});

export const ModlogEntry = builder.objectRef<AuditEntryRow>('ModlogEntry').implement({
  description: 'What an operator did, as everybody sees it; sessions are not in it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    type: t.string({ description: 'Always `moderation`.', resolve: () => 'moderation' }),
    action: t.expose('action', { type: ModerationActionEnum, description: 'What was done.' }),
    targetType: t.expose('targetType', { type: ModerationTargetEnum, description: 'What it was done to.' }),
    targetId: t.id({
      nullable: true,
      description: 'Id of that; null for a key.',
      resolve: ({ targetType, targetId }) => (isTargetIdPublic(targetType) ? targetId : null),
    }),
    reason: t.expose('reason', {
      type: ModerationReasonEnum,
      nullable: true,
      description: 'Why, in a word.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
  }),
});

/** What the operator alone sees; nothing is read but what is asked for. */
export const Console = builder.objectRef<object>('Console').implement({
  description: 'The operator’s view of the board.',
});
