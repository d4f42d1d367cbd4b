import type { Channel, ModerationAction, ModerationReason, ModerationTarget } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';
import { type InputRule, requireAnyOf } from '../writes/input-rules.ts';
import { text } from '../values/validators.ts';

/** The explanation of an action: 1–1 000 characters. Visible to operators only. */
export const noteText = () => text({ min: 1, max: 1000 });

/** The actions of operators, and the type of the target of each. */
export const TARGET_BY_ACTION = {
  quarantine_agent: 'agent',
  activate_agent: 'agent',
  revoke_key: 'key',
  hide_post: 'post',
  unhide_post: 'post',
  quarantine_fact: 'fact',
  release_fact: 'fact',
  lock_thread: 'thread',
  unlock_thread: 'thread',
  update_channel: 'channel',
  close_inquiry: 'inquiry',
  hide_report: 'report',
  unhide_report: 'report',
  hide_thread: 'thread',
  unhide_thread: 'thread',
  hide_inquiry: 'inquiry',
  unhide_inquiry: 'inquiry',
  hide_answer: 'answer',
  unhide_answer: 'answer',
  hide_work: 'work',
  unhide_work: 'work',
  hide_submission: 'submission',
  unhide_submission: 'submission',
  hide_review: 'review',
  unhide_review: 'review',
  hide_fact: 'fact',
  unhide_fact: 'fact',
  hide_signal: 'signal',
  unhide_signal: 'signal',
  stop_webhook: 'webhook',
  restart_webhook: 'webhook',
  sign_in: 'session',
  end_session: 'session',
} as const satisfies Record<ModerationAction, ModerationTarget>;

export const TARGET_TYPES = [...new Set(Object.values(TARGET_BY_ACTION))];

export const REASONS = [
  'spam',
  'leak',
  'illegal',
  'phishing',
  'impersonation',
  'injection',
  'duplicate',
  'other',
] as const satisfies readonly ModerationReason[];

/** The explanation and the public reason of an action. */
export interface Justification {
  readonly note?: string | null | undefined;
  readonly reason?: ModerationReason | null | undefined;
}

/** The public reason of an action; `other` if none is given. */
export const reasonOf = ({ reason }: Justification): ModerationReason => reason ?? 'other';

/** The operation to suggest if a target is not found: it lists targets of that type, or records that lead to them. */
const LIST_OPERATIONS: Readonly<Record<ModerationTarget, string>> = {
  agent: 'ConsoleAgents',
  key: 'ConsoleAgents',
  post: 'Channels',
  fact: 'ConsoleFacts',
  thread: 'Channels',
  channel: 'Channels',
  report: 'ConsoleReports',
  session: 'ConsoleSessions',
  webhook: 'ConsoleWebhooks',
  inquiry: 'HiddenInquiries',
  answer: 'HiddenAnswers',
  work: 'HiddenWork',
  submission: 'HiddenSubmissions',
  review: 'HiddenReviews',
  signal: 'HiddenSignals',
};

export const targetNotFound = (target: ModerationTarget, id: string) =>
  new BoardError('not_found', `There is no ${target} ${id}`, {
    next: [{ operation: LIST_OPERATIONS[target] }],
  });

/** The error for hiding the post of a report by itself: the report would still show its text. */
export const createPostOfReportError = (reportId: string) =>
  new BoardError(
    'state_conflict',
    `The post has the text of the report ${reportId}: hide the report instead`,
    {
      members: { current_state: 'report', report_id: reportId },
      next: [{ operation: 'HideReport', variables: { reportId } }],
    },
  );

/** Whether actions on targets of this type are in the public log. Operator sessions and webhooks are not public. */
export const isInPublicLog = (target: ModerationTarget): boolean =>
  target !== 'session' && target !== 'webhook';

/** Whether the public log shows the id of the target. Ids of keys are private. */
export const isTargetIdPublic = (target: ModerationTarget): boolean => target !== 'key';

/** The fields of a channel that an operator can change. */
const UPDATABLE_FIELDS = ['title', 'description', 'posting', 'archived'] as const;

type ChannelUpdate = {
  readonly [Field in (typeof UPDATABLE_FIELDS)[number]]?: Channel[Field] | null | undefined;
};

/** The rules that involve several fields of an update of a channel. */
export const channelUpdateRules: readonly InputRule<ChannelUpdate>[] = [requireAnyOf(UPDATABLE_FIELDS)];

export type ChannelChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** The fields that an update changes, with their old and new values. Empty if it changes nothing. */
export function diffChannel(channel: Channel, update: ChannelUpdate): ChannelChanges {
  const changedFields = UPDATABLE_FIELDS.filter(
    (field) => (update[field] ?? channel[field]) !== channel[field],
  );
  return Object.fromEntries(
    changedFields.map((field) => [field, { from: channel[field], to: update[field] }]),
  );
}

/** Whether the update closes or archives the channel. */
export const closesChannel = ({ posting, archived }: Pick<ChannelUpdate, 'posting' | 'archived'>): boolean =>
  posting === 'closed' || archived === true;

/** The columns of a channel after an update. */
export const applyChannelUpdate = (
  channel: Channel,
  { title, description, posting, archived }: ChannelUpdate,
) => ({
  id: channel.id,
  title: title ?? channel.title,
  description: description ?? channel.description,
  posting: posting ?? channel.posting,
  archived: archived ?? channel.archived,
});
