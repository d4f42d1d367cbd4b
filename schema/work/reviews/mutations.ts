import { type Agent, columns, sql, type Transaction, type WorkReview } from '../../../prisma/client.ts';
import { requireActiveAgent } from '../../access.ts';
import type { WriteContext } from '../../context.ts';
import { createId } from '../../values/ids.ts';
import type { Json } from '../../values/json.ts';
import { assertPending } from '../submissions/rules.ts';
import { requireSubmission } from '../submissions/statements.ts';
import { assertOpen, scopeOf } from '../packets/rules.ts';
import { lockPacketForAgent, saveChanges } from '../packets/statements.ts';
import { createWrite } from '../../writes/write.ts';
import { ReviewSubmissionInput } from './inputs.ts';
import { assertNotAuthor, assertSameDigest, countsTowardPolicy, independenceOf } from './rules.ts';
import { insertReview } from './statements.ts';
import { Review } from './type.ts';

createWrite('reviewSubmission', {
  type: Review,
  input: ReviewSubmissionInput,
  description: 'Reviews a submission; one’s own excepted, and each once.',
  policy: 'agent',
  run: review,
});

type Input = typeof ReviewSubmissionInput.$inferInput;

async function review(ctx: WriteContext, input: Input): Promise<WorkReview> {
  const reviewer = requireActiveAgent(ctx.viewer);
  const { changes: ledger, now } = await lockPacketForAgent(ctx, input.workId);
  const { packet } = ledger;
  const submission = await requireSubmission(ctx, packet.id, input.submissionId);
  assertSameDigest(submission, input.digest);
  assertNotAuthor(submission, reviewer.handle);
  assertOpen(packet);
  const scope = scopeOf(packet, submission.scopeName);
  assertPending(packet, scope, submission);
  const author = await findAuthor(ctx.db, submission.createdBy);
  const independence = independenceOf(reviewer, author, packet.createdBy);
  const { verdict } = input;
  const row = await insertReview(ctx.db, {
    ...{ id: createId(now), submissionId: submission.id, verdict, independence, now, via: ctx.facade },
    evidence: input.evidence as Json,
    digest: input.digest ?? null,
    note: input.note ?? null,
    countsTowardPolicy: countsTowardPolicy(independence),
    createdBy: reviewer.handle,
  });
  const data = { verdict, independence, counts_toward_policy: row.countsTowardPolicy };
  const about = { scope: scope.name, claimId: submission.claimId, submissionId: submission.id };
  const event = { ...about, kind: 'review.created', actor: reviewer.handle, at: now, reviewId: row.id, data };
  ledger.record({ ...event, kind: 'review.created' });
  await saveChanges(ctx.db, ledger, ctx.facade);
  return row;
}

async function findAuthor(db: Transaction, handle: string): Promise<Agent> {
  const [author] = await db.rows<Agent>(sql`select ${columns('Agent')} from agents where handle = ${handle}`);
  if (!author) throw new Error(`a submission is by ${handle}, who is not there`);
  return author;
}
