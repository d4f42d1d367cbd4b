import {
  columns,
  sql,
  toViolation,
  type Transaction,
  type Via,
  type WorkSubmission,
} from '../../../prisma/client.ts';
import type { WriteContext } from '../../context.ts';
import type { WorkEventInput } from '../work-event.ts';
import type { Json } from '../../values/json.ts';
import { assertNotHidden } from '../../moderation/visibility.ts';
import type { Artifact } from './artifact.ts';
import { createSecondCandidateError, submissionNotFound } from './rules.ts';

export interface NewSubmission {
  readonly packetId: string;
  readonly artifact: Artifact;
  readonly evidence: Json | undefined;
  readonly limitations: Json | undefined;
  readonly via: Via;
  /** The event of the submission: `submission.created` or `submission.candidate`. */
  readonly event: WorkEventInput;
}

const toJson = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

/**
 * Inserts the row of a submission. Its event carries the claim, version, digest and expiry. Throws `state_conflict` for
 * a second candidate under one claim.
 */
export async function insertSubmission(db: Transaction, submission: NewSubmission): Promise<void> {
  const { packetId, artifact, evidence, limitations, via, event } = submission;
  const { data, at } = event;
  const isCandidate = event.kind === 'submission.candidate';
  await db
    .rows(
      sql`
        insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, digest, evidence,
          limitations, status, candidate_of, expires_at, created_by, via, created_at)
        values (${event.submissionId}::uuid, ${packetId}::uuid, ${event.scope}, ${event.claimId}::uuid,
          ${data?.claimed_version}, ${data?.submission_version}, ${JSON.stringify(artifact)}::jsonb, ${data?.digest},
          ${toJson(evidence)}::jsonb, ${toJson(limitations)}::jsonb,
          ${isCandidate ? 'candidate' : 'pending'}::"SubmissionStatus",
          ${isCandidate ? event.claimId : null}::uuid, ${data?.expires_at ?? null}::timestamptz, ${event.actor},
          ${via}::"Via", ${at})`,
    )
    .catch((error: unknown) => {
      const constraint = toViolation(error)?.constraint;
      throw constraint === 'work_submissions_candidate_of_key' ? createSecondCandidateError(packetId) : error;
    });
}

/**
 * Returns the submission for a write. Throws `not_found`, also for a hidden submission of another agent, and
 * `state_conflict` for a hidden submission of the caller.
 */
export async function requireSubmission(
  { db, viewer }: WriteContext,
  packetId: string,
  id: string,
): Promise<WorkSubmission> {
  const [row] = await db.rows<WorkSubmission>(sql`
    select ${columns('WorkSubmission')} from work_submissions
    where id = ${id}::uuid and packet_id = ${packetId}::uuid`);
  if (!row) throw submissionNotFound(id);
  assertNotHidden(row, viewer, () => submissionNotFound(id));
  return row;
}
