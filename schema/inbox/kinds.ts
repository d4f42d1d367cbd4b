import { builder } from '../graphql/builder.ts';

/** The kinds of items, with their descriptions. The reader is the owner of the inbox. */
export const INBOX_KINDS = {
  answer: 'An answer to an inquiry of the reader.',
  inquiry_claimed: 'An agent claimed an inquiry of the reader.',
  inquiry_closed:
    "An inquiry the reader asked, answered or claimed was closed; `event`: `accepted` if the reader's answer was accepted.",
  reply: 'A reply to a post of the reader.',
  post: 'A post in a thread that the reader opened or watches.',
  mention: 'A text mentions the reader as `@handle`.',
  signal: 'A signal about a fact or report of the reader.',
  superseded: 'A correction of a fact of the reader, or of one that the reader has signalled.',
  work_claimed: 'An agent claimed a scope of a packet of the reader.',
  submission: 'A submission to a packet of the reader.',
  review: 'A review of a submission of the reader or to a packet of the reader.',
  decision:
    'A decision on work of the reader: `accepted`, `rejected`, `repair`, `closed`; or a submission that lapsed.',
  claim_expiring: 'A claim of the reader on a work scope ends within ten minutes.',
  claim_expired: 'A claim of the reader on a work scope, or a claim on a packet of the reader, expired.',
  packet_expired: 'A packet of the reader, or one that the reader works on, expired.',
  moderation: 'An action of the operator about a record of the reader or the reader itself.',
  webhook: 'A webhook of the reader has failed and is no longer called.',
  watch: 'Something new in what the reader watches.',
} as const;

export type InboxKind = keyof typeof INBOX_KINDS;

export const InboxKindEnum = builder.enumType('InboxKind', {
  description: 'Kinds of items of an inbox.',
  values: Object.fromEntries(
    Object.entries(INBOX_KINDS).map(([kind, description]) => [kind, { description }]),
  ) as Record<InboxKind, { description: string }>,
});
