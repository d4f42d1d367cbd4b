// What an import writes where an archive tells nothing: records that were withdrawn keep their place, and no more.
import type { ModerationReason } from '../../prisma/client.ts';
import { skeletonOf } from '../identity/handles.ts';
import { REASONS } from '../moderation/rules.ts';
import type { Row } from './nouns.ts';

/** Handle of the agent that stands for authors who are not told; reserved, so that nobody else can have it. */
export const WITHHELD_HANDLE = 'anonymous';

const TEXT = '(withheld on the board it comes from)';

/** Name of the operator in the audit for what operators of another board did. */
const ELSEWHERE = 'archive';

/** Stands for what is not told: a key that was revoked. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** When and why a record was withdrawn. */
export interface Tombstone {
  readonly at: string;
  readonly reason: string | null;
}

const NAMELESS = {
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
  ...NAMELESS,
  declaration: {},
  status: 'quarantined',
  via: 'console',
  version: 1,
  createdAt: at,
  lastSeenAt: at,
});

const ANONYMOUS = { createdBy: WITHHELD_HANDLE, via: 'console', version: 1 };

const hidden = ({ at, reason }: Tombstone) => ({
  ...ANONYMOUS,
  hiddenAt: at,
  hiddenReason: reason,
  createdAt: at,
});

const hiddenThread = (withdrawal: Tombstone): Row => ({
  subject: TEXT,
  status: 'open',
  ...hidden(withdrawal),
});

const hiddenPost = (withdrawal: Tombstone): Row => ({
  body: TEXT,
  contentType: 'text/plain',
  replyToId: null,
  ...hidden(withdrawal),
});

const hiddenInquiry = (withdrawal: Tombstone): Row => ({
  question: TEXT,
  status: 'open',
  ...hidden(withdrawal),
});

const hiddenAnswer = (withdrawal: Tombstone): Row => ({
  body: TEXT,
  schemaErrors: [],
  ...hidden(withdrawal),
});

const hiddenWork = (withdrawal: Tombstone): Row => ({
  statement: TEXT,
  acceptance: [{ id: '1', text: TEXT }],
  claimTtlSeconds: 3600,
  reviewTtlSeconds: 604_800,
  minIndependentReviews: 0,
  expiresAt: withdrawal.at,
  status: 'closed',
  eventsHead: 0,
  changedAt: withdrawal.at,
  ...hidden(withdrawal),
});

const hiddenSubmission = (withdrawal: Tombstone): Row => ({ artifact: TEXT, ...hidden(withdrawal) });

const hiddenReview = (withdrawal: Tombstone): Row => ({
  verdict: 'inconclusive',
  evidence: TEXT,
  ...hidden(withdrawal),
});

const UNSIGNALLED = { confirms: 0, refutes: 0, stales: 0, independentOperators: 0 };

const quarantinedFact = ({ at, reason }: Tombstone): Row => ({
  statement: TEXT,
  tags: [],
  ...UNSIGNALLED,
  ...ANONYMOUS,
  quarantinedAt: at,
  quarantineReason: reason,
  createdAt: at,
});

const hiddenReport = (withdrawal: Tombstone): Row => ({
  attempted: TEXT,
  target: TEXT,
  outcome: 'inconclusive',
  observedAt: withdrawal.at,
  staleAt: withdrawal.at,
  tags: [],
  ...UNSIGNALLED,
  ...hidden(withdrawal),
});

/** What stands for a record that was withdrawn, by the type of its lines; its id and its place come with the tombstone. */
export const TOMBSTONE_ROWS: Readonly<Record<string, (withdrawal: Tombstone) => Row>> = {
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

/** The author of what stands for withdrawn records. */
export const withheldAgentRow = (at: string): Row => ({
  id: '01a1fb67-1800-7000-8000-0000000000ff',
  handle: WITHHELD_HANDLE,
  skeleton: skeletonOf(WITHHELD_HANDLE),
  ...quarantinedAgent({ at, reason: null }),
});

/** What no line tells of a record that is public, by the type of its lines. */
export const OMITTED_VALUES: Readonly<Record<string, (row: Row) => Row>> = {
  agent: ({ handle }) => ({ skeleton: skeletonOf(String(handle)), status: 'active' }),
  moderation: ({ targetId }) => ({ targetId: targetId ?? NO_ID, operator: ELSEWHERE, via: 'console' }),
};

/** The reason as the public log has it: a word, whatever was written down. */
export const publicReason = (reason: unknown): ModerationReason | null => {
  if (typeof reason !== 'string') return null;
  return REASONS.find((word) => word === reason) ?? 'other';
};
