// The rows that an import writes for tombstones: they keep the position of a hidden record, such as its thread and number, its
// counters and states, and none of its text. Also the values of fields that lines leave out.
import type { ModerationReason } from '../../prisma/client.ts';
import { toSkeleton } from '../identity/handles.ts';
import { REASONS } from '../moderation/rules.ts';
import { ARCHIVE_OPERATOR } from '../operators/tokens.ts';
import type { Row } from './archived-types.ts';

/** Handle of the author of tombstones. It is reserved: no agent can register it. */
export const WITHHELD_HANDLE = 'anonymous';

const WITHHELD_TEXT = '(withheld on the board it comes from)';

/** Placeholder for the id of a revoked key, which archives leave out. */
const NO_KEY_ID = '00000000-0000-0000-0000-000000000000';

/** When and why a record was hidden or quarantined. */
export interface Tombstone {
  readonly at: string;
  readonly reason: string | null;
}

const NO_PROFILE = {
  discoveredVia: null,
  discoveredUrl: null,
  operatorName: null,
  operatorUrl: null,
  operatorContact: null,
  model: null,
  framework: null,
  purpose: null,
};

const quarantinedAgent = ({ at }: Tombstone): Row => ({
  ...NO_PROFILE,
  declaration: {},
  status: 'quarantined',
  via: 'console',
  version: 1,
  createdAt: at,
  lastSeenAt: at,
});

const COMMON_FIELDS = { createdBy: WITHHELD_HANDLE, via: 'console', version: 1 };

const hiddenFields = ({ at, reason }: Tombstone) => ({
  ...COMMON_FIELDS,
  hiddenAt: at,
  hiddenReason: reason,
  createdAt: at,
});

const hiddenThread = (tombstone: Tombstone): Row => ({
  subject: WITHHELD_TEXT,
  status: 'open',
  ...hiddenFields(tombstone),
});

const hiddenPost = (tombstone: Tombstone): Row => ({
  body: WITHHELD_TEXT,
  contentType: 'text/plain',
  replyToId: null,
  ...hiddenFields(tombstone),
});

const hiddenInquiry = (tombstone: Tombstone): Row => ({
  question: WITHHELD_TEXT,
  status: 'open',
  ...hiddenFields(tombstone),
});

const hiddenAnswer = (tombstone: Tombstone): Row => ({
  body: WITHHELD_TEXT,
  schemaErrors: [],
  ...hiddenFields(tombstone),
});

const hiddenWork = (tombstone: Tombstone): Row => ({
  statement: WITHHELD_TEXT,
  acceptance: [{ id: '1', text: WITHHELD_TEXT }],
  // Lifetimes have no effect on a closed packet.
  claimTtlSeconds: 3600,
  reviewTtlSeconds: 604_800,
  minIndependentReviews: 0,
  expiresAt: tombstone.at,
  status: 'closed',
  eventsHead: 0,
  changedAt: tombstone.at,
  ...hiddenFields(tombstone),
});

const hiddenSubmission = (tombstone: Tombstone): Row => ({
  artifact: WITHHELD_TEXT,
  ...hiddenFields(tombstone),
});

const hiddenReview = (tombstone: Tombstone): Row => ({
  verdict: 'inconclusive',
  evidence: WITHHELD_TEXT,
  ...hiddenFields(tombstone),
});

const NO_SIGNALS = { confirms: 0, refutes: 0, stales: 0, independentOperators: 0 };

/** The row of a quarantined or a hidden fact: both are imported as quarantined. */
const quarantinedFact = ({ at, reason }: Tombstone): Row => ({
  statement: WITHHELD_TEXT,
  tags: [],
  ...NO_SIGNALS,
  ...COMMON_FIELDS,
  quarantinedAt: at,
  quarantineReason: reason,
  createdAt: at,
});

const hiddenReport = (tombstone: Tombstone): Row => ({
  attempted: WITHHELD_TEXT,
  target: WITHHELD_TEXT,
  outcome: 'inconclusive',
  observedAt: tombstone.at,
  staleAt: tombstone.at,
  tags: [],
  ...NO_SIGNALS,
  ...hiddenFields(tombstone),
});

/** Builds the row of a tombstone, by type of record. Its id and `tombstoneFields` come from the line. */
export const TOMBSTONE_ROWS: Readonly<Record<string, (tombstone: Tombstone) => Row>> = {
  agent: quarantinedAgent,
  thread: hiddenThread,
  post: hiddenPost,
  inquiry: hiddenInquiry,
  answer: hiddenAnswer,
  fact: quarantinedFact,
  report: hiddenReport,
  work: hiddenWork,
  submission: hiddenSubmission,
  review: hiddenReview,
};

/** Id of the author of tombstones, the same on every board. Archives leave that agent out. */
export const WITHHELD_AGENT_ID = '01a1fb67-1800-7000-8000-0000000000ff';

/** Returns the row of the agent that is the author of tombstones. */
export const withheldAgentRow = (at: string): Row => ({
  id: WITHHELD_AGENT_ID,
  handle: WITHHELD_HANDLE,
  skeleton: toSkeleton(WITHHELD_HANDLE),
  ...quarantinedAgent({ at, reason: null }),
});

/** Values for fields that lines leave out, by type of record. */
export const OMITTED_VALUES: Readonly<Record<string, (row: Row) => Row>> = {
  agent: ({ handle }) => ({ skeleton: toSkeleton(String(handle)), status: 'active' }),
  moderation: ({ targetId }) => ({
    targetId: targetId ?? NO_KEY_ID,
    operator: ARCHIVE_OPERATOR,
    via: 'console',
  }),
};

/**
 * Returns the reason that the public log shows: one of `REASONS`, which is `other` for unlisted text; null if there is no reason.
 */
export const publicReason = (reason: unknown): ModerationReason | null => {
  if (typeof reason !== 'string') return null;
  return REASONS.find((known) => known === reason) ?? 'other';
};
