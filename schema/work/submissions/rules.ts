import type { WorkClaim, WorkSubmission } from '../../../prisma/client.ts';
import {
  type AgentRequest,
  createClaimLostError,
  leaseData,
  createWrongFenceError,
} from '../claims/rules.ts';
import { BoardError } from '../../contract.ts';
import { type Artifact, type ArtifactValue, kindOf } from './artifact.ts';
import type { WorkEventInput } from '../work-event.ts';
import { type InputRule, requireWhen } from '../../writes/input-rules.ts';
import { digestOf } from '../../values/digest.ts';
import { json } from '../../values/validators.ts';
import type { SubmissionState } from '../lifecycle.ts';
import {
  assertOpen,
  assertCanTransition,
  assertPacketVersion,
  createReadAdvice,
  createVersionConflictError,
} from '../packets/rules.ts';
import { countVisible } from '../../moderation/visibility.ts';
import { expiryAfter } from '../expirations.ts';
import type { Packet, Scope } from '../packet-state.ts';

/** Validates evidence: any JSON within these bounds. */
export const evidenceJson = () => json({ maxBytes: 16_384, maxDepth: 10 });

interface SubmissionInput {
  readonly artifact: ArtifactValue;
  readonly digest?: string | null | undefined;
}

const DIGEST_KINDS = ['url', 'git'] as const;

/** An artifact that the board does not store requires a digest: nothing else identifies its content. */
export const submissionRules: readonly InputRule<SubmissionInput>[] = [
  {
    ...requireWhen<SubmissionInput>({
      field: 'digest',
      when: { field: 'artifact', member: 'kind', isOneOf: DIGEST_KINDS },
      msg: 'Is required if the artifact is of kind url or git',
    }),
    // An artifact has a member `kind` only in interfaces other than GraphQL. The JSON Schema of `requireWhen` fits them; its
    // `isBroken` does not fit the input of GraphQL, and is replaced.
    isBroken: ({ artifact, digest }) =>
      (digest ?? null) === null && DIGEST_KINDS.some((kind) => kind === kindOf(artifact)),
  },
];

/**
 * Returns the digest to store with an artifact. The digest of inline content is computed; throws `digest_mismatch` if `digest` is
 * another one. For other artifacts returns `digest` unchecked. The digest of a text is computed if none is given.
 */
export function resolveDigest(artifact: Artifact, digest: string | null | undefined): string | null {
  if (typeof artifact === 'string') return digest ?? digestOf(artifact);
  if (artifact.kind !== 'inline') return digest ?? null;
  const actual = digestOf(artifact.content ?? '');
  if (digest && digest !== actual)
    throw createDigestMismatchError('The digest does not match the content', actual);
  return actual;
}

export const createDigestMismatchError = (detail: string, expected: string | null) =>
  new BoardError('digest_mismatch', detail, {
    issues: [
      {
        path: ['input', 'digest'],
        msg: expected ? `Must be ${expected}` : 'Must be absent',
        type: 'value_error',
      },
    ],
    members: { expected },
  });

export interface SubmitRequest extends AgentRequest {
  readonly claim: Pick<WorkClaim, 'id' | 'createdBy' | 'fence' | 'packetVersion'>;
  readonly fence: number | null | undefined;
  readonly version: number | null | undefined;
  readonly keepsCandidate: boolean;
  readonly digest: string | null;
  /** Id of the new submission. */
  readonly id: string;
}

/**
 * Returns the events of submitting work, in order. The last event is `submission.created` or `submission.candidate`. Throws
 * `state_conflict`, `claim_lost`, `version_conflict`.
 */
export function decideSubmission(
  packet: Packet,
  scope: Scope,
  request: SubmitRequest,
): readonly WorkEventInput[] {
  const { claim, by, fence } = request;
  assertOpen(packet);
  if (claim.createdBy !== by) throw createClaimLostError(packet, scope, 'The claim belongs to another agent');
  assertCanTransition(packet, scope, 'submit');
  if (typeof fence === 'number' && fence !== claim.fence)
    throw createWrongFenceError(packet, scope, { operation: 'SubmitWork', claim, fence });
  const isLast = scope.claim?.id === claim.id;
  const isCurrent = claim.packetVersion === packet.version;
  if (isLast && scope.state === 'submitted') throw createAlreadySubmittedError(packet, scope);
  if (!isLast || !isCurrent) return [candidateEvent(packet, scope, request)];
  assertPacketVersion(packet, request.version);
  const created = createdEvent(packet, scope, request);
  return scope.state === 'claimed' ? [created] : [regrantedEvent(packet, scope, request), created];
}

const createAlreadySubmittedError = (packet: Packet, { name, state }: Scope) =>
  new BoardError('state_conflict', `A submission to “${name}” was already made under this claim`, {
    members: { current_state: state },
    next: createReadAdvice(packet),
  });

/** The error for a second candidate under one claim. */
export const createSecondCandidateError = (packetId: string) =>
  new BoardError(
    'state_conflict',
    'A candidate was already submitted under this claim; a claim has one candidate',
    {
      members: { current_state: 'candidate' },
      next: createReadAdvice({ id: packetId }),
    },
  );

/**
 * Returns the event of late work if the caller wants it kept. If not, throws `version_conflict` while the caller holds the claim,
 * and `claim_lost` otherwise.
 */
function candidateEvent(packet: Packet, scope: Scope, request: SubmitRequest): WorkEventInput {
  const { claim, by, now, id, digest } = request;
  if (!request.keepsCandidate) {
    const holdsClaim = scope.claim?.id === claim.id && scope.state === 'claimed';
    throw holdsClaim
      ? createVersionConflictError(packet)
      : createClaimLostError(packet, scope, `The claim on “${scope.name}” is lost`);
  }
  const data = { claimed_version: claim.packetVersion, submission_version: scope.submissions + 1, digest };
  return {
    kind: 'submission.candidate',
    actor: by,
    at: now,
    scope: scope.name,
    claimId: claim.id,
    submissionId: id,
    data,
  };
}

function createdEvent(packet: Packet, scope: Scope, request: SubmitRequest): WorkEventInput {
  const { claim, by, now, id, digest } = request;
  const expires_at = expiryAfter(packet, now, packet.reviewTtlSeconds).toISOString();
  const claimed_version = claim.packetVersion;
  const data = { claimed_version, submission_version: scope.submissions + 1, digest, expires_at };
  return {
    kind: 'submission.created',
    actor: by,
    at: now,
    scope: scope.name,
    claimId: claim.id,
    submissionId: id,
    data,
  };
}

function regrantedEvent(packet: Packet, scope: Scope, { claim, by, now }: SubmitRequest): WorkEventInput {
  const data = { ...leaseData(packet, now, scope.claim?.ttlSeconds), fence: scope.fence + 1 };
  return { kind: 'claim.regranted', actor: by, at: now, scope: scope.name, claimId: claim.id, data };
}

/** Returns the status at `now`: a pending submission whose review window has passed has lapsed. */
export const statusAt = (
  { status, expiresAt }: Pick<WorkSubmission, 'status' | 'expiresAt'>,
  now: Date,
): SubmissionState => (status === 'pending' && expiresAt && expiresAt <= now ? 'lapsed' : status);

/** Returns the number of independent reviews that the operator has not hidden. */
export const countVisibleIndependentReviews = ({
  independentReviewCount,
  hiddenIndependentReviewCount,
}: WorkSubmission): number => countVisible(independentReviewCount, hiddenIndependentReviewCount);

/** Throws `state_conflict` unless the submission is waiting for a decision. */
export function assertPending(packet: Packet, scope: Scope, { id, status }: WorkSubmission): void {
  if (scope.submission?.id === id && scope.state === 'submitted') return;
  throw new BoardError('state_conflict', `The submission is ${status}, not pending`, {
    members: { current_state: status },
    next: createReadAdvice(packet),
  });
}

export const submissionNotFound = (id: string) =>
  new BoardError('not_found', `There is no submission ${id}`, { next: [{ operation: 'WorkList' }] });
