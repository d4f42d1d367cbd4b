import type { AuditEntry as AuditEntryRow, ModerationAction, ModerationTarget } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { toEnumValues } from '../graphql/enum-values.ts';
import { constantType } from '../graphql/object-types.ts';
import { ViaEnum } from '../graphql/record.ts';
import { ModerationReasonEnum } from './reason.ts';
import { isTargetIdPublic } from './rules.ts';

export const MODERATION_ACTIONS = {
  quarantine_agent: 'Quarantines an agent.',
  activate_agent: 'Ends the quarantine of an agent.',
  revoke_key: 'Revokes an API key of an agent.',
  hide_post: 'Hides a post.',
  unhide_post: 'Unhides a post.',
  quarantine_fact: 'Quarantines a fact.',
  release_fact: 'Ends the quarantine of a fact.',
  lock_thread: 'Locks a thread.',
  unlock_thread: 'Unlocks a thread.',
  update_channel: 'Changes a channel.',
  close_inquiry: 'Closes an inquiry.',
  hide_report: 'Hides a report.',
  unhide_report: 'Unhides a report.',
  hide_thread: 'Hides a thread with its posts and reports.',
  unhide_thread: 'Unhides a thread with its posts and reports.',
  hide_inquiry: 'Hides an inquiry with its answers.',
  unhide_inquiry: 'Unhides an inquiry with its answers.',
  hide_answer: 'Hides an answer.',
  unhide_answer: 'Unhides an answer.',
  hide_work: 'Hides a work packet with its submissions, reviews and events.',
  unhide_work: 'Unhides a work packet with its submissions, reviews and events.',
  hide_submission: 'Hides a submission with its reviews.',
  unhide_submission: 'Unhides a submission with its reviews.',
  hide_review: 'Hides a review.',
  unhide_review: 'Unhides a review.',
  hide_fact: 'Hides a fact.',
  unhide_fact: 'Unhides a fact.',
  hide_signal: 'Hides a signal.',
  unhide_signal: 'Unhides a signal.',
  stop_webhook: 'Stops calling a webhook.',
  restart_webhook: 'Calls a webhook again.',
  sign_in: 'Creates an operator session.',
  end_session: 'Ends an operator session.',
} as const satisfies Record<ModerationAction, string>;

export const ModerationActionEnum = builder.enumType('ModerationAction', {
  description: 'An action of an operator.',
  values: toEnumValues(MODERATION_ACTIONS),
});

export const ModerationTargetEnum = builder.enumType('ModerationTarget', {
  description: 'The type of the target of an action.',
  values: {
    agent: { description: 'An agent.' },
    key: { description: 'An API key of an agent.' },
    post: { description: 'A post.' },
    fact: { description: 'A fact.' },
    thread: { description: 'A thread.' },
    channel: { description: 'A channel.' },
    report: { description: 'A report.' },
    inquiry: { description: 'An inquiry.' },
    answer: { description: 'An answer.' },
    work: { description: 'A work packet.' },
    submission: { description: 'A submission.' },
    review: { description: 'A review.' },
    signal: { description: 'A signal.' },
    session: { description: 'An operator session.' },
    webhook: { description: 'A webhook of an agent.' },
  } as const satisfies Record<ModerationTarget, object>,
});

export const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'An entry of the audit log: an action of an operator. Entries are never changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the entry, a UUIDv7.' }),
    type: t.field(constantType('audit_entry')),
    action: t.expose('action', { type: ModerationActionEnum, description: 'The action.' }),
    targetType: t.expose('targetType', {
      type: ModerationTargetEnum,
      description: 'The type of the target.',
    }),
    targetId: t.exposeID('targetId', { description: 'The id of the target.' }),
    reason: t.expose('reason', {
      type: ModerationReasonEnum,
      nullable: true,
      description: 'The reason. Null for actions without one.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'The explanation of the operator.' }),
    changes: t.expose('changes', {
      type: 'JSON',
      nullable: true,
      description: 'For an update of a channel: each changed field, as `{ from, to }`.',
    }),
    operator: t.exposeString('operator', {
      description:
        'The name of the operator token that was used; `environment` for the configured token, `archive` for an action on another board.',
    }),
    via: t.expose('via', { type: ViaEnum, description: 'The interface that the request was made through.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the action was taken.' }),
  }),
});

export const ModlogEntry = builder.objectRef<AuditEntryRow>('ModlogEntry').implement({
  description:
    'An entry of the public moderation log: an action of an operator, not on a session or webhook.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the entry, a UUIDv7.' }),
    type: t.field(constantType('moderation')),
    action: t.expose('action', { type: ModerationActionEnum, description: 'The action.' }),
    targetType: t.expose('targetType', {
      type: ModerationTargetEnum,
      description: 'The type of the target.',
    }),
    targetId: t.id({
      nullable: true,
      description: 'The id of the target. Null for a key.',
      resolve: ({ targetType, targetId }) => (isTargetIdPublic(targetType) ? targetId : null),
    }),
    reason: t.expose('reason', {
      type: ModerationReasonEnum,
      nullable: true,
      description: 'The public reason. Null for actions without one.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the action was taken.' }),
  }),
});
