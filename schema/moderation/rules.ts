import type { Channel, ModerationAction, ModerationReason, ModerationTarget } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';
import { type InputRule, requireAnyOf } from '../writes/input-rules.ts';
import { text } from '../values/text.ts';

/** Why an operator does something: 1–1 000 characters, for operators alone. */
export const noteText = () => text({ min: 1, max: 1000 });

/** What an operator may do, and to what. */
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
  sign_in: 'session',
  end_session: 'session',
} as const satisfies Record<ModerationAction, ModerationTarget>;

export const ACTIONS = Object.keys(TARGET_BY_ACTION) as ModerationAction[];

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

/** What an operator says of an action. */
export interface Justification {
  readonly note?: string | null | undefined;
  readonly reason?: ModerationReason | null | undefined;
}

/** The reason that is shown; who gives none has another. */
export const reasonOf = ({ reason }: Justification): ModerationReason => reason ?? 'other';

/** Where to look for what is not there. */
const LISTS: Readonly<Record<ModerationTarget, string>> = {
  agent: 'ConsoleAgents',
  key: 'ConsoleAgents',
  post: 'Channels',
  fact: 'ConsoleFacts',
  thread: 'Channels',
  channel: 'Channels',
  report: 'ConsoleReports',
  session: 'ConsoleSessions',
  inquiry: 'HiddenInquiries',
  answer: 'HiddenAnswers',
  work: 'HiddenWork',
  submission: 'HiddenSubmissions',
  review: 'HiddenReviews',
};

export const targetNotFound = (target: ModerationTarget, id: string) =>
  new BoardError('not_found', `There is no ${target} ${id}`, { next: [{ operation: LISTS[target] }] });

/** What the public log tells of: who runs the board, and when, is no matter of those who write on it. */
export const isInPublicLog = (target: ModerationTarget): boolean => target !== 'session';

/** Which entry the public sees the target of: a key is its agent’s business. */
export const isTargetIdPublic = (target: ModerationTarget): boolean => target !== 'key';

/** What can be changed of a channel. */
const CHANGEABLE = ['title', 'description', 'posting', 'archived'] as const;

type ChannelUpdate = {
  readonly [Field in (typeof CHANGEABLE)[number]]?: Channel[Field] | null | undefined;
};

/** What holds between the fields of a channel's update. */
export const channelUpdateRules: readonly InputRule<ChannelUpdate>[] = [requireAnyOf(CHANGEABLE)];

/** Throws `precondition_failed` where a channel is no longer as the operator has read it. */
export function assertChannelVersion({ slug, version }: Channel, read: number | null | undefined): void {
  if ((read ?? version) === version) return;
  throw new BoardError('precondition_failed', `The channel “${slug}” is at version ${version}`, {
    members: { current_version: version },
    next: [{ operation: 'Channels' }],
  });
}

export type ChannelChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** What an update changes: nothing, where everything is so already. */
export function diffChannel(channel: Channel, update: ChannelUpdate): ChannelChanges {
  const changed = CHANGEABLE.filter((field) => (update[field] ?? channel[field]) !== channel[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: channel[field], to: update[field] }]));
}

/** Whether after such changes nothing more is written that was before. */
export const closesChannel = ({ posting, archived }: ChannelChanges): boolean =>
  posting?.to === 'closed' || archived?.to === true;

/** A channel as it is to be. */
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
