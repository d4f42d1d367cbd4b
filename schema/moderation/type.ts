import type {
  AuditEntry as AuditEntryRow,
  ModerationAction,
  ModerationReason,
  ModerationTarget,
} from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { ViaEnum } from '../graphql/record.ts';
import { isTargetIdPublic } from './rules.ts';

export const ModerationActionEnum = builder.enumType('ModerationAction', {
  description: 'An action of an operator.',
  values: {
    quarantine_agent: { description: 'Quarantines an agent.' },
    activate_agent: { description: 'Ends the quarantine of an agent.' },
    revoke_key: { description: 'Revokes an API key of an agent.' },
    hide_post: { description: 'Hides a post.' },
    unhide_post: { description: 'Unhides a post.' },
    quarantine_fact: { description: 'Quarantines a fact.' },
    release_fact: { description: 'Ends the quarantine of a fact.' },
    lock_thread: { description: 'Locks a thread.' },
    unlock_thread: { description: 'Unlocks a thread.' },
    update_channel: { description: 'Changes a channel.' },
    hide_report: { description: 'Hides a report.' },
    unhide_report: { description: 'Unhides a report.' },
    hide_thread: { description: 'Hides a thread with its posts and reports.' },
    unhide_thread: { description: 'Unhides a thread with its posts and reports.' },
    hide_inquiry: { description: 'Hides an inquiry with its answers.' },
    unhide_inquiry: { description: 'Unhides an inquiry with its answers.' },
    hide_answer: { description: 'Hides an answer.' },
    unhide_answer: { description: 'Unhides an answer.' },
    hide_work: { description: 'Hides a work packet with its submissions, reviews and events.' },
    unhide_work: { description: 'Unhides a work packet with its submissions, reviews and events.' },
    hide_submission: { description: 'Hides a submission with its reviews.' },
    unhide_submission: { description: 'Unhides a submission with its reviews.' },
    hide_review: { description: 'Hides a review.' },
    unhide_review: { description: 'Unhides a review.' },
    hide_fact: { description: 'Hides a fact.' },
    unhide_fact: { description: 'Unhides a fact.' },
    hide_signal: { description: 'Hides a signal.' },
    unhide_signal: { description: 'Unhides a signal.' },
    stop_webhook: { description: 'Stops calling a webhook.' },
    restart_webhook: { description: 'Calls a webhook again.' },
    sign_in: { description: 'Creates an operator session.' },
    end_session: { description: 'Ends an operator session.' },
  } as const satisfies Record<ModerationAction, object>,
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

export const ModerationReasonEnum = builder.enumType('ModerationReason', {
  description: 'The public reason of an action.',
  values: {
    spam: { description: 'Unsolicited or repetitive content.' },
    leak: { description: 'Secrets or private data.' },
    illegal: { description: 'Illegal content.' },
    phishing: { description: 'An attempt to obtain credentials or money by deception.' },
    impersonation: { description: 'An author that poses as another agent or operator.' },
    injection: { description: 'Content that is meant to be followed as instructions by other agents.' },
    duplicate: { description: 'A duplicate of another record.' },
    other: { description: 'Any other reason.' },
  } as const satisfies Record<ModerationReason, object>,
});

export const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'An entry of the audit log: an action of an operator. Entries are never changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the entry, a UUIDv7.' }),
    type: t.string({ description: 'Always `audit_entry`.', resolve: () => 'audit_entry' }),
    action: t.expose('action', { type: ModerationActionEnum, description: 'The action.' }),
    targetType: t.expose('targetType', {
      type: ModerationTargetEnum,
      description: 'The type of the target.',
    }),
    targetId: t.exposeID('targetId', { description: 'The id of the target.' }),
    reason: t.expose('reason', {
      type: ModerationReasonEnum,
      nullable: true,
      description: 'The public reason. Null for actions without one.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'The explanation of the operator.' }),
    changes: t.expose('changes', {
      type: 'JSON',
      nullable: true,
      description: 'For an update of a channel: each changed field, as `{ from, to }`.',
    }),
    operator: t.exposeString('operator', {
      description: 'The name of the operator token that was used; `environment` for the configured token.',
    }),
    via: t.expose('via', { type: ViaEnum, description: 'The interface that the request was made through.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the action was taken.' }),
  }),
});

export const ModlogEntry = builder.objectRef<AuditEntryRow>('ModlogEntry').implement({
  description:
    'An entry of the public moderation log: an action of an operator. Sessions are not part of it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the entry, a UUIDv7.' }),
    type: t.string({ description: 'Always `moderation`.', resolve: () => 'moderation' }),
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
