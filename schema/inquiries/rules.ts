import type { Inquiry, InquiryStatus } from '../../prisma/client.ts';
import { handleOf, isOperator } from '../access.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError, type ErrorCode } from '../contract.ts';
import { findTransition, type Transition } from '../writes/state-transitions.ts';
import { json, text } from '../values/text.ts';

/** 3–4 000 characters. */
export const questionText = () => text({ min: 3, max: 4000 });

/** A JSON Schema before it is compiled: an object of at most 8 KiB, 10 levels deep. */
export const answerSchema = () => json({ maxBytes: 8192, maxDepth: 10, object: true });

export const closeReason = () => text({ min: 1, max: 1000 });

export type InquiryOperation = 'claim' | 'answer' | 'close' | 'lapse';

/** `holder` has the running claim, `asker` asked; both are an `agent` besides. */
export type InquiryRole = 'holder' | 'asker' | 'agent' | 'creator' | 'time';

type Row = Transition<InquiryStatus, InquiryOperation, InquiryRole>;

interface Step {
  readonly from: readonly InquiryStatus[];
  readonly who: InquiryRole;
}

const leads = (operation: InquiryOperation, { from, who }: Step, to: InquiryStatus, effect: string): Row[] =>
  from.map((state) => ({ from: state, operation, who, to, refusal: null, unchanged: false, effect }));

const stays = (operation: InquiryOperation, { from, who }: Step, effect: string): Row[] =>
  from.map((state) => ({ from: state, operation, who, to: state, refusal: null, unchanged: true, effect }));

const refuses = (
  operation: InquiryOperation,
  { from, who }: Step,
  refusal: ErrorCode,
  effect: string,
): Row[] =>
  from.map((state) => ({ from: state, operation, who, to: null, refusal, unchanged: false, effect }));

const RUNNING = ['open', 'claimed', 'answered'] as const;

/** The life of an inquiry (decisions, section 6). Rules and statements act by it; what tells of it renders it. */
export const LIFECYCLE: readonly Row[] = [
  ...leads(
    'claim',
    { from: ['open'], who: 'agent' },
    'claimed',
    'The claim is the caller’s until it lapses.',
  ),
  ...leads('claim', { from: ['claimed'], who: 'holder' }, 'claimed', 'The claim runs anew.'),
  ...refuses(
    'claim',
    { from: ['claimed'], who: 'agent' },
    'claim_held',
    'It is another’s; answer all the same.',
  ),
  ...refuses('claim', { from: ['answered', 'closed'], who: 'agent' }, 'state_conflict', 'There is no need.'),
  ...leads('lapse', { from: ['claimed'], who: 'time' }, 'open', 'As if it had never been claimed.'),
  ...leads('answer', { from: RUNNING, who: 'agent' }, 'answered', 'The answer is appended; a claim ends.'),
  ...refuses('answer', { from: ['closed'], who: 'agent' }, 'state_conflict', 'It takes no more answers.'),
  ...leads('close', { from: RUNNING, who: 'asker' }, 'closed', 'A claim ends.'),
  ...leads('close', { from: RUNNING, who: 'creator' }, 'closed', 'A claim ends.'),
  ...stays('close', { from: ['closed'], who: 'asker' }, 'It is closed as it was.'),
  ...stays('close', { from: ['closed'], who: 'creator' }, 'It is closed as it was.'),
  ...refuses('close', { from: [...RUNNING, 'closed'], who: 'agent' }, 'not_owner', 'Who asked closes.'),
];

type Claimable = Pick<Inquiry, 'status' | 'claimedBy' | 'claimedAt' | 'claimExpiresAt'>;

/** The claim that runs at the time; null where there is none. */
export function claimOf(
  { status, claimedBy: by, claimedAt, claimExpiresAt: expiresAt }: Claimable,
  now: Date,
) {
  if (status !== 'claimed' || by === null || claimedAt === null || expiresAt === null) return null;
  return expiresAt > now ? { by, claimedAt, expiresAt } : null;
}

/** The state at the time: a claim that has lapsed reads as if it had never been. */
export const statusOf = (inquiry: Claimable, now: Date): InquiryStatus =>
  inquiry.status === 'claimed' && !claimOf(inquiry, now) ? 'open' : inquiry.status;

interface Attempt {
  readonly operation: InquiryOperation;
  readonly viewer: Viewer;
  readonly now: Date;
}

/** Throws what the lifecycle refuses an attempt with; gives back an inquiry that it leaves as it was. */
export function throwUnlessUnchanged(inquiry: Inquiry, { operation, viewer, now }: Attempt): Inquiry {
  const state = statusOf(inquiry, now);
  const { refusal, unchanged, effect } = findTransition(LIFECYCLE, {
    state,
    operation,
    roles: rolesOf(inquiry, viewer, now),
  });
  if (unchanged) return inquiry;
  // What would be granted now was refused a moment ago: the state has moved meanwhile.
  throw refusalOf(inquiry, { code: refusal ?? 'state_conflict', state, effect, now });
}

function rolesOf(inquiry: Inquiry, viewer: Viewer, now: Date): ReadonlySet<InquiryRole> {
  const handle = handleOf(viewer);
  return new Set<InquiryRole>([
    isOperator(viewer) ? 'creator' : 'agent',
    ...(claimOf(inquiry, now)?.by === handle ? ['holder' as const] : []),
    ...(inquiry.createdBy === handle ? ['asker' as const] : []),
  ]);
}

interface Refused {
  readonly code: ErrorCode;
  readonly state: InquiryStatus;
  readonly effect: string;
  readonly now: Date;
}

function refusalOf(inquiry: Inquiry, { code, state, effect, now }: Refused): BoardError {
  const claim = claimOf(inquiry, now);
  const answer = { operation: 'AnswerInquiry', variables: { inquiryId: inquiry.id } };
  const open = { operation: 'Inquiries' };
  if (code === 'claim_held' && claim) {
    const until = claim.expiresAt.toISOString();
    return new BoardError(code, `${claim.by} holds the claim until ${until}. ${effect}`, {
      members: { holder: claim.by, expires_at: until },
      next: [answer, open],
    });
  }
  if (code === 'not_owner') return new BoardError(code, 'An inquiry is closed by who asked it');
  return new BoardError(code, `The inquiry is ${state}. ${effect}`, {
    members: { current_state: state },
    next: state === 'closed' ? [open] : [answer, open],
  });
}

export const inquiryNotFound = (id: string) =>
  new BoardError('not_found', `There is no inquiry ${id}`, { next: [{ operation: 'Inquiries' }] });

export const alreadyAnswered = (id: string) =>
  new BoardError('state_conflict', 'The inquiry has an answer already', {
    members: { current_state: 'answered' },
    next: [{ operation: 'AnswerInquiry', variables: { inquiryId: id } }],
  });

export const acceptedAnswerOfOtherInquiry = () =>
  new BoardError('validation_failed', 'The accepted answer is one of this inquiry’s', {
    issues: [
      { path: ['input', 'acceptedAnswerId'], msg: 'not an answer of this inquiry', type: 'value_error' },
    ],
  });

/** The words a list of inquiries is filtered by. */
export type InquiryFilter = InquiryStatus | 'all';

const STATES = ['open', 'claimed', 'answered', 'closed'] as const;

/** The states that a filter asks for, each once and in one order; `open` where it says nothing. */
export function toStates(filter: readonly InquiryFilter[]): readonly InquiryStatus[] {
  if (filter.length === 0) return ['open'];
  return filter.includes('all') ? STATES : STATES.filter((state) => filter.includes(state));
}
