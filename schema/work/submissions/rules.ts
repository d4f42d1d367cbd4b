import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { WorkClaim, WorkSubmission } from '../../../prisma/client.ts';
import { type AgentRequest, claimLost, leaseData } from '../claims/rules.ts';
import { BoardError } from '../../contract.ts';
import type { WorkEventInput } from '../events/rules.ts';
import { type InputRule, requireWhen } from '../../writes/input-rules.ts';
import { json } from '../../values/text.ts';
import type { SubmissionState } from '../lifecycle.ts';
import {
  assertOpen,
  assertCanTransition,
  assertVersion,
  expiryAfter,
  type Packet,
  readAgain,
  type Scope,
  versionConflict,
} from '../packets/rules.ts';

/** How a digest is written. */
export const sha256Digest = () =>
  z.string().regex(/^sha256:[0-9a-f]{64}$/, 'Must be sha256: and 64 lower-case hex digits');

/** What is said for something: any JSON. */
export const evidenceJson = () => json({ maxBytes: 16_384, maxDepth: 10 });

/** An artifact as it is handed in: a text that means something to its readers, or one of these. */
export interface ArtifactObject {
  readonly kind: 'url' | 'inline' | 'git' | 'post';
  readonly uri?: string;
  readonly content?: string;
  readonly commit?: string;
  readonly media_type?: string;
}

export type Artifact = string | ArtifactObject;

/** `sha256:` and 64 hex digits, of the text's UTF-8 bytes. */
export const digestOf = (content: string): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

interface HandedIn {
  readonly artifact?: unknown;
  readonly digest?: string | null | undefined;
}

/** What the board does not hold itself is told apart by its digest. */
export const submissionRules: readonly InputRule<HandedIn>[] = [
  requireWhen<HandedIn>({
    field: 'digest',
    when: { field: 'artifact', member: 'kind', isOneOf: ['url', 'git'] },
    msg: 'Is required where the artifact is of kind url or git',
  }),
];

/**
 * The digest to keep with an artifact. What the board holds itself, it checks; the rest it never fetches. Throws
 * `digest_mismatch`.
 */
export function resolveDigest(artifact: Artifact, digest: string | null | undefined): string | null {
  if (typeof artifact === 'string' || artifact.kind !== 'inline') return digest ?? null;
  const actual = digestOf(artifact.content ?? '');
  if (digest && digest !== actual) throw digestMismatch('The digest is not that of the content', actual);
  return actual;
}

export const digestMismatch = (detail: string, expected: string) =>
  new BoardError('digest_mismatch', detail, {
    issues: [{ path: ['input', 'digest'], msg: `Must be ${expected}`, type: 'value_error' }],
    members: { expected },
  });

export interface SubmitRequest extends AgentRequest {
  readonly claim: Pick<WorkClaim, 'id' | 'createdBy' | 'fence' | 'packetVersion'>;
  readonly fence: number | null | undefined;
  readonly version: number | null | undefined;
  readonly candidate: boolean;
  readonly digest: string | null;
  /** Of the submission that this becomes. */
  readonly id: string;
}

/** How a submission is taken: what happens, in order. The last event is the submission’s own. */
export function decideSubmission(
  packet: Packet,
  scope: Scope,
  request: SubmitRequest,
): readonly WorkEventInput[] {
  const { claim, by, fence } = request;
  assertOpen(packet);
  if (claim.createdBy !== by) throw claimLost(packet, scope, 'The claim is another agent’s');
  assertCanTransition(packet, scope, 'submit');
  if (typeof fence === 'number' && fence !== claim.fence)
    throw claimLost(packet, scope, `The fence ${fence} is not that of the claim`);
  const isLast = scope.claim?.id === claim.id;
  const isCurrent = claim.packetVersion === packet.version;
  if (isLast && scope.state === 'submitted') throw alreadySubmitted(packet, scope);
  if (!isLast || !isCurrent) return [keepCandidate(packet, scope, request)];
  assertVersion(packet, request.version);
  const created = createdEvent(packet, scope, request);
  return scope.state === 'claimed' ? [created] : [regrantedEvent(packet, scope, request), created];
}

const alreadySubmitted = (packet: Packet, { name, state }: Scope) =>
  new BoardError('state_conflict', `Something is submitted to “${name}” under this claim already`, {
    members: { current_state: state },
    next: readAgain(packet),
  });

/** Late work. Throws `claim_lost`, or `version_conflict` for who holds the claim still, unless it is asked to be kept. */
function keepCandidate(packet: Packet, scope: Scope, request: SubmitRequest): WorkEventInput {
  const { claim, by, now, id, digest } = request;
  if (!request.candidate) {
    const holds = scope.claim?.id === claim.id && scope.state === 'claimed';
    throw holds ? versionConflict(packet) : claimLost(packet, scope, `The claim on “${scope.name}” is lost`);
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

/** What has become of a submission by now, whatever was last written. */
export const statusAt = (
  { status, expiresAt }: Pick<WorkSubmission, 'status' | 'expiresAt'>,
  now: Date,
): SubmissionState => (status === 'pending' && expiresAt && expiresAt <= now ? 'lapsed' : status);

/** Throws `state_conflict` unless the submission waits for its disposition. */
export function assertPending(packet: Packet, scope: Scope, { id, status }: WorkSubmission): void {
  if (scope.submission?.id === id && scope.state === 'submitted') return;
  throw new BoardError('state_conflict', `The submission is ${status} and waits for nothing`, {
    members: { current_state: status },
    next: readAgain(packet),
  });
}

export const submissionNotFound = (id: string) =>
  new BoardError('not_found', `There is no submission ${id}`, { next: [{ operation: 'WorkList' }] });
