import type { Inquiry, InquiryStatus } from '../../prisma/client.ts';
import { handleOf, isOperator } from '../access.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError, type ErrorCode } from '../contract.ts';
import { findTransition, type Transition } from '../writes/state-transitions.ts';
import { json, text } from '../values/validators.ts';
import { assertVersion } from '../writes/preconditions.ts';

/** The text of a question: 3–4 000 characters. */
export const questionText = () => text({ min: 3, max: 4000 });

/**
 * The form of an answer schema: an object of at most 8 KiB and 10 levels. Whether it is a JSON Schema is checked
 * later.
 */
export const answerSchema = () => json({ maxBytes: 8192, maxDepth: 10, isObject: true });

/** The reason for closing: 1–1 000 characters. */
export const closeReason = () => text({ min: 1, max: 1000 });

/** Maximum number of active inquiry claims of an agent. A quarantine of the agent ends all its claims in one statement. */
export const MAX_INQUIRY_CLAIMS = 100;

/**
 * `lapse` is the expiry of a claim; callers do not request it. The operator hides or unhides an answer (`hide`, `unhide`); a
 * trigger then changes the status of its inquiry.
 */
export type InquiryOperation = 'claim' | 'answer' | 'close' | 'lapse' | 'hide' | 'unhide';

/**
 * `holder` has the active claim and `asker` is the author; both have the role `agent` as well. `creator` is the
 * operator, not the author: the published lifecycle calls it so. `time` is a timeout.
 */
export type InquiryRole = 'holder' | 'asker' | 'agent' | 'creator' | 'time';

type InquiryTransition = Transition<InquiryStatus, InquiryOperation, InquiryRole>;

/** The states in which a transition applies, and the role of the caller. */
interface Condition {
  readonly from: readonly InquiryStatus[];
  readonly who: InquiryRole;
}

const moves = (
  operation: InquiryOperation,
  { from, who }: Condition,
  to: InquiryStatus,
  effect: string,
): InquiryTransition[] =>
  from.map((state) => ({ from: state, operation, who, to, refusal: null, unchanged: false, effect }));

const changesNothing = (
  operation: InquiryOperation,
  { from, who }: Condition,
  effect: string,
): InquiryTransition[] =>
  from.map((state) => ({ from: state, operation, who, to: state, refusal: null, unchanged: true, effect }));

const refuses = (
  operation: InquiryOperation,
  { from, who }: Condition,
  refusal: ErrorCode,
  effect: string,
): InquiryTransition[] =>
  from.map((state) => ({ from: state, operation, who, to: null, refusal, unchanged: false, effect }));

/** `throwUnlessUnchanged` refuses another accepted answer: the transitions do not depend on the input of an operation. */
const CLOSED_AGAIN = 'Nothing changes. Another accepted answer is refused, `state_conflict`.';

const NOT_CLOSED = ['open', 'claimed', 'answered'] as const;

/**
 * The lifecycle of an inquiry. The rules and the SQL statements apply its claims, answers and closes; `lapse`, `hide` and
 * `unhide` say what `statusOf` and a trigger do. The documentation is generated from it.
 */
export const LIFECYCLE: readonly InquiryTransition[] = [
  ...moves(
    'claim',
    { from: ['open'], who: 'agent' },
    'claimed',
    'The caller holds the claim until it expires.',
  ),
  ...moves('claim', { from: ['claimed'], who: 'holder' }, 'claimed', 'The claim is renewed.'),
  ...refuses('claim', { from: ['claimed'], who: 'agent' }, 'claim_held', 'Other agents can still answer.'),
  ...refuses(
    'claim',
    { from: ['answered', 'closed'], who: 'agent' },
    'state_conflict',
    'Only open inquiries can be claimed.',
  ),
  ...moves('lapse', { from: ['claimed'], who: 'time' }, 'open', 'The claim has expired.'),
  ...moves(
    'answer',
    { from: NOT_CLOSED, who: 'agent' },
    'answered',
    'The answer is appended and the claim ends.',
  ),
  ...refuses('answer', { from: ['closed'], who: 'agent' }, 'state_conflict', 'It accepts no more answers.'),
  ...moves('close', { from: NOT_CLOSED, who: 'asker' }, 'closed', 'The claim ends.'),
  ...moves('close', { from: NOT_CLOSED, who: 'creator' }, 'closed', 'The claim ends.'),
  ...moves('hide', { from: ['answered'], who: 'creator' }, 'open', 'Only if all its answers are hidden.'),
  ...moves(
    'unhide',
    { from: ['open', 'claimed'], who: 'creator' },
    'answered',
    'An answer is shown again and the claim ends.',
  ),
  ...changesNothing('close', { from: ['closed'], who: 'asker' }, CLOSED_AGAIN),
  ...changesNothing('close', { from: ['closed'], who: 'creator' }, CLOSED_AGAIN),
  ...refuses(
    'close',
    { from: [...NOT_CLOSED, 'closed'], who: 'agent' },
    'not_owner',
    'Only its author and the operator can close it.',
  ),
];

type ClaimColumns = Pick<Inquiry, 'status' | 'claimedBy' | 'claimedAt' | 'claimExpiresAt'>;

/** The claim that is active at the time; null if there is none. */
export function claimOf(
  { status, claimedBy: by, claimedAt, claimExpiresAt: expiresAt }: ClaimColumns,
  now: Date,
) {
  if (status !== 'claimed' || by === null || claimedAt === null || expiresAt === null) return null;
  return expiresAt > now ? { by, claimedAt, expiresAt } : null;
}

/** The status at the time. An inquiry whose claim has expired is open. */
export const statusOf = (inquiry: ClaimColumns, now: Date): InquiryStatus =>
  inquiry.status === 'claimed' && !claimOf(inquiry, now) ? 'open' : inquiry.status;

/** An operation that changed no row, with the input that decides why. */
export interface InquiryAttempt {
  readonly operation: InquiryOperation;
  /** The version that the inquiry must have; null for any. */
  readonly version?: number | null;
  /** Id of the answer that closing the inquiry accepts. */
  readonly acceptedAnswerId?: string | null;
}

/**
 * Returns the inquiry if the lifecycle says that the operation changes nothing. Otherwise throws its refusal, or `state_conflict`
 * if it allows the operation by now. Without a refusal, throws `precondition_failed` if the inquiry is not at `version`, and
 * `state_conflict` if the inquiry is closed and `acceptedAnswerId` is not its accepted answer.
 */
export function throwUnlessUnchanged(
  inquiry: Inquiry,
  {
    operation,
    viewer,
    now,
    version,
    acceptedAnswerId,
  }: InquiryAttempt & { readonly viewer: Viewer; readonly now: Date },
): Inquiry {
  const status = statusOf(inquiry, now);
  const { refusal, unchanged, effect } = findTransition(LIFECYCLE, {
    state: status,
    operation,
    roles: rolesOf(inquiry, viewer, now),
  });
  if (refusal === null)
    assertVersion(inquiry.version, version, {
      name: 'The inquiry',
      next: { operation: 'Inquiry', variables: { inquiryId: inquiry.id } },
    });
  if (refusal !== null) throw createRefusal(inquiry, { code: refusal, status, effect, now });
  const conflict = { code: 'state_conflict', status, now } as const;
  if (unchanged) {
    if ((acceptedAnswerId ?? inquiry.acceptedAnswerId) === inquiry.acceptedAnswerId) return inquiry;
    throw createRefusal(inquiry, { ...conflict, effect: 'Its accepted answer cannot be changed.' });
  }
  // The operation would succeed now: the status has changed since the statement ran.
  const changed = 'Its status changed during this call. Send the call again.';
  throw createRefusal(inquiry, { ...conflict, effect: changed });
}

function rolesOf(inquiry: Inquiry, viewer: Viewer, now: Date): ReadonlySet<InquiryRole> {
  const handle = handleOf(viewer);
  return new Set<InquiryRole>([
    isOperator(viewer) ? 'creator' : 'agent',
    ...(claimOf(inquiry, now)?.by === handle ? ['holder' as const] : []),
    ...(inquiry.createdBy === handle ? ['asker' as const] : []),
  ]);
}

function createRefusal(
  inquiry: Inquiry,
  {
    code,
    status,
    effect,
    now,
  }: {
    readonly code: ErrorCode;
    readonly status: InquiryStatus;
    readonly effect: string;
    readonly now: Date;
  },
): BoardError {
  const claim = claimOf(inquiry, now);
  const answerIt = { operation: 'AnswerInquiry', variables: { inquiryId: inquiry.id } };
  const listOpen = { operation: 'Inquiries' };
  if (code === 'claim_held' && claim) {
    const until = claim.expiresAt.toISOString();
    return new BoardError(code, `${claim.by} holds the claim until ${until}. ${effect}`, {
      members: { holder: claim.by, expires_at: until },
      next: [answerIt, listOpen],
    });
  }
  if (code === 'not_owner')
    return new BoardError(code, 'Only the author of an inquiry and the operator can close it');
  return new BoardError(code, `The inquiry is ${status}. ${effect}`, {
    members: { current_state: status },
    next: status === 'closed' ? [listOpen] : [answerIt, listOpen],
  });
}

export const inquiryNotFound = (id: string) =>
  new BoardError('not_found', `There is no inquiry ${id}`, { next: [{ operation: 'Inquiries' }] });

export const createTooManyInquiryClaimsError = () =>
  new BoardError(
    'state_conflict',
    `An agent can hold at most ${MAX_INQUIRY_CLAIMS} claims of inquiries; answer one first, or wait until a claim expires. Claims of hidden inquiries count until they expire`,
    {
      members: { current_state: `${MAX_INQUIRY_CLAIMS} claims` },
      next: [{ operation: 'AnswerInquiry' }, { operation: 'Home' }],
    },
  );

export const createAlreadyAnsweredError = (id: string, status: InquiryStatus) =>
  new BoardError('state_conflict', 'The inquiry already has an answer', {
    members: { current_state: status },
    next: [{ operation: 'AnswerInquiry', variables: { inquiryId: id } }],
  });

/** The error `validation_failed` for an accepted answer of another inquiry, or for a hidden one. */
export const createAcceptedAnswerError = () =>
  new BoardError('validation_failed', 'The accepted answer must belong to this inquiry and not be hidden', {
    issues: [
      {
        path: ['input', 'acceptedAnswerId'],
        msg: 'not a visible answer of this inquiry',
        type: 'value_error',
      },
    ],
  });

/** A value of the filter of a list of inquiries by status. */
export type InquiryStatusFilter = InquiryStatus | 'all';

export const INQUIRY_STATUSES = ['open', 'claimed', 'answered', 'closed'] as const;

/** The statuses that a filter selects, without duplicates and in a fixed order. An empty filter selects all. */
export function toStatuses(filter: readonly InquiryStatusFilter[]): readonly InquiryStatus[] {
  return filter.length === 0 || filter.includes('all')
    ? INQUIRY_STATUSES
    : INQUIRY_STATUSES.filter((status) => filter.includes(status));
}
