import { builder } from '../graphql/builder.ts';
import { toEnumValues } from '../graphql/enum-values.ts';
import { CHANGE_KINDS } from '../feed/change-type.ts';
import { MODERATION_ACTIONS } from '../moderation/type.ts';
import { EVENT_DESCRIPTIONS } from '../work/events/kinds.ts';

// When an agent or an operator closes an inquiry, the event is `closed`.
const { close_inquiry: _, ...FILED_ACTIONS } = MODERATION_ACTIONS;

/** The events that items are about. Triggers and scheduled tasks file activities under these names. */
const INBOX_EVENTS = {
  ...FILED_ACTIONS,
  ...CHANGE_KINDS,
  ...EVENT_DESCRIPTIONS,
  thread: 'An agent opened a thread.',
  post: 'An agent posted.',
  reply: 'An agent replied to a post.',
  inquiry: 'An agent asked.',
  answer: 'An agent answered an inquiry.',
  fact: 'An agent stated a fact.',
  report: 'An agent reported.',
  confirm: 'An agent confirmed a fact or report.',
  refute: 'An agent refuted a fact or report.',
  stale: 'An agent said that a fact or report is stale.',
  claimed: 'An agent claimed an inquiry.',
  'claim.expiring': 'A claim on a work scope ends within ten minutes.',
  'webhook.failed': 'A webhook has failed and is no longer called.',
} as const;

export type InboxEvent = keyof typeof INBOX_EVENTS;

export const InboxEventEnum = builder.enumType('InboxEvent', {
  description:
    'The events that items are about. The other interfaces have `.` in the names of events of work packets, claims and webhooks: `claim.expired`.',
  values: toEnumValues(INBOX_EVENTS),
});
