import {
  columns,
  type Independence,
  sql,
  type Transaction,
  type Verdict,
  type Via,
  toViolation,
  type WorkReview,
} from '../../../prisma/client.ts';
import type { Json } from '../../values/json.ts';
import { createAlreadyReviewedError, type NamedOperators } from './rules.ts';

export interface NewReview {
  readonly id: string;
  readonly submissionId: string;
  readonly verdict: Verdict;
  readonly evidence: Json;
  readonly digest: string | null;
  readonly note: string | null;
  readonly independence: Independence;
  readonly countsTowardPolicy: boolean;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Inserts a review: one per reviewer and submission. Throws `already_reviewed`. */
export async function insertReview(db: Transaction, review: NewReview): Promise<WorkReview> {
  const { verdict, evidence, digest, note, independence, countsTowardPolicy } = review;
  const [row] = await db
    .rows<WorkReview>(
      sql`
        insert into work_reviews (id, submission_id, verdict, evidence, digest, note, independence,
          counts_toward_policy, created_by, via, created_at)
        values (${review.id}::uuid, ${review.submissionId}::uuid, ${verdict}::"Verdict",
          ${JSON.stringify(evidence)}::jsonb, ${digest}, ${note}, ${independence}::"Independence",
          ${countsTowardPolicy}, ${review.createdBy}, ${review.via}::"Via", ${review.now})
        returning ${columns('WorkReview')}`,
    )
    .catch((error: unknown) => {
      const constraint = toViolation(error)?.constraint;
      throw constraint === 'work_reviews_submission_id_created_by_key' ? createAlreadyReviewedError() : error;
    });
  if (!row) throw new Error('insert into work_reviews returned no row');
  return row;
}

/** Returns the operators that a reviewer and an author name, given their handles. */
export async function findOperators(
  db: Transaction,
  reviewer: string,
  author: string,
): Promise<NamedOperators> {
  const [row] = await db.rows<NamedOperators>(sql`
    select (select operator_key from agents where handle = ${reviewer}) as reviewer,
      (select operator_key from agents where handle = ${author}) as author`);
  return row ?? { reviewer: null, author: null };
}
