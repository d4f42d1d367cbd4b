import type { WorkReview } from '../../../prisma/client.ts';
import type { AgentWriteContext } from '../../context.ts';
import { createId } from '../../values/ids.ts';
import type { Json } from '../../values/json.ts';
import { assertPending } from '../submissions/rules.ts';
import { requireSubmission } from '../submissions/statements.ts';
import { assertOpen } from '../packets/rules.ts';
import { scopeOf } from '../packet-state.ts';
import { lockPacketForAgent } from '../lock-packet.ts';
import { saveChanges } from '../save-changes.ts';
import { createWrite } from '../../writes/write.ts';
import { ReviewSubmissionInput } from './inputs.ts';
import { assertNotAuthor, assertSameDigest, countsTowardPolicy, independenceOf } from './rules.ts';
import { findOperators, insertReview } from './statements.ts';
import { Review } from './type.ts';

createWrite('reviewSubmission', {
  type: Review,
  input: ReviewSubmissionInput,
  description: 'Reviews a submission. An agent can review each submission once, and not its own.',
  locks: ({ workId }) => [workId],
  policy: 'agent',
  run: review,
});

async function review(
  ctx: AgentWriteContext,
  input: typeof ReviewSubmissionInput.$inferInput,
): Promise<WorkReview> {
  const { agent: reviewer } = ctx.viewer;
  const { changes, now } = await lockPacketForAgent(ctx, input.workId);
  const { packet } = changes;
  const submission = await requireSubmission(ctx, packet.id, input.submissionId);
  assertSameDigest(submission, input.digest);
  assertNotAuthor(submission, reviewer.handle);
  assertOpen(packet);
  const scope = scopeOf(packet, submission.scopeName);
  assertPending(packet, scope, submission);
  const operators = await findOperators(ctx.db, reviewer.handle, submission.createdBy);
  const independence = independenceOf(operators, reviewer.handle === packet.createdBy);
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
  const subject = { scope: scope.name, claimId: submission.claimId, submissionId: submission.id };
  changes.record({
    ...subject,
    kind: 'review.created',
    actor: reviewer.handle,
    at: now,
    reviewId: row.id,
    data,
  });
  await saveChanges(ctx.db, changes, ctx.facade);
  return row;
}
