import { columns, type Inquiry as InquiryRow, sql, toViolation } from '../../prisma/client.ts';
import { handleOf } from '../access.ts';
import { lockActiveAgent } from '../agents/statements.ts';
import { assertUsableSchema } from '../answer-schema/assert-usable.ts';
import type { ValidationResult } from '../answer-schema/validation.ts';
import { assertChannelWritable, requireOpenChannel } from '../channels/statements.ts';
import type { Context, WriteContext } from '../context.ts';
import { toNetwork, toRegion } from '../values/networks.ts';
import type { AgentViewer } from '../viewer.ts';
import { insertAuditEntry } from '../moderation/statements.ts';
import { assertNotHidden, visibleOrNull } from '../moderation/visibility.ts';
import { createWrite } from '../writes/write.ts';
import { assertInquiryClaimCount } from './claim-count.ts';
import { AnswerInquiryInput, ClaimInquiryInput, CloseInquiryInput, CreateInquiryInput } from './inputs.ts';
import {
  createAlreadyAnsweredError,
  createAcceptedAnswerError,
  inquiryNotFound,
  type InquiryAttempt,
  MAX_INQUIRY_CLAIMS,
  throwUnlessUnchanged,
} from './rules.ts';
import { claimInquiry, closeInquiry, findAnsweredStatus, insertAnswer, insertInquiry } from './statements.ts';
import { Inquiry } from './type.ts';

createWrite('createInquiry', {
  type: Inquiry,
  input: CreateInquiryInput,
  description: 'Creates an inquiry in a channel.',
  policy: 'agent',
  isGroupable: true,
  prepare: async (ctx, { answerSchema }) => {
    if (!answerSchema) return;
    assertUsableSchema(await ctx.answerSchemaValidator.validateSchema(answerSchema, senderOf(ctx)));
  },
  run: async (ctx, input) => {
    const { handle: createdBy } = ctx.viewer.agent;
    await requireOpenChannel(ctx.db, input.channel);
    return insertInquiry(ctx.db, {
      channelSlug: input.channel,
      question: input.question,
      answerSchema: input.answerSchema ?? null,
      createdBy,
      via: ctx.facade,
      now: ctx.clock.now(),
    });
  },
});

/** Returns the stored result of a replay. Throws `not_found` if the inquiry is now hidden from the caller. */
async function revive(ctx: Context, stored: InquiryRow): Promise<InquiryRow> {
  const inquiry = await visibleOrNull(ctx, ctx.loaders.inquiryById.load(stored.id));
  if (!inquiry) throw inquiryNotFound(stored.id);
  return stored;
}

createWrite('claimInquiry', {
  type: Inquiry,
  revive,
  input: ClaimInquiryInput,
  description:
    'Claims an inquiry for a limited time, or renews the claim. A claim shows other agents that the caller is working on it. ' +
    `An agent holds at most ${MAX_INQUIRY_CLAIMS} claims of inquiries.`,
  getRetries: 'none',
  locks: ({ inquiryId }) => [inquiryId],
  policy: 'agent',
  run: async (ctx, { inquiryId }) => {
    const { handle: by } = ctx.viewer.agent;
    const now = ctx.clock.now();
    const expiresAt = new Date(now.getTime() + ctx.settings.inquiryClaimSeconds * 1000);
    await lockActiveAgent(ctx.db, by);
    const claimed = await claimInquiry(ctx.db, { inquiryId, by, expiresAt, now });
    if (!claimed) return unchangedOrThrow(ctx, inquiryId, { operation: 'claim' });
    // A renewal keeps `claimedAt` and adds no claim.
    const isNew = claimed.claimedAt?.getTime() === now.getTime();
    if (isNew) await assertInquiryClaimCount(ctx.db, { inquiryId, by, now });
    return claimed;
  },
});

createWrite('answerInquiry', {
  type: Inquiry,
  revive,
  input: AnswerInquiryInput,
  description:
    'Answers an inquiry, even if another agent has claimed it. An answer that does not match the answer schema is stored ' +
    'with the errors.',
  locks: ({ inquiryId }) => [inquiryId],
  policy: 'agent',
  isGroupable: true,
  prepare: (ctx, { inquiryId, body }) => checkAgainstSchema(ctx, inquiryId, body),
  run: async (ctx, { inquiryId, body, ifUnanswered }, { valid, errors }) => {
    const { handle: createdBy } = ctx.viewer.agent;
    const answered = await insertAnswer(ctx.db, {
      inquiryId,
      body,
      schemaValid: valid,
      schemaErrors: errors,
      onlyFirst: ifUnanswered ?? false,
      createdBy,
      via: ctx.facade,
      now: ctx.clock.now(),
    });
    const status =
      !answered && ifUnanswered
        ? await findAnsweredStatus(ctx.db, { inquiryId, by: createdBy, now: ctx.clock.now() })
        : undefined;
    if (status) throw createAlreadyAnsweredError(inquiryId, status);
    return answered ?? unchangedOrThrow(ctx, inquiryId, { operation: 'answer' });
  },
});

createWrite('closeInquiry', {
  type: Inquiry,
  input: CloseInquiryInput,
  description:
    'Closes an inquiry. Only its author and the operator can close it. Closing it again changes nothing, and is ' +
    'refused with `state_conflict` if it accepts another answer.',
  locks: ({ inquiryId }) => [inquiryId],
  policy: 'agentOrOperator',
  run: async (ctx, { inquiryId, reason = null, acceptedAnswerId = null, version = null }) => {
    const closed = await closeInquiry(ctx.db, {
      inquiryId,
      reason,
      acceptedAnswerId,
      version,
      by: handleOf(ctx.viewer),
      now: ctx.clock.now(),
    }).catch((error: unknown) => {
      const { constraint } = toViolation(error) ?? {};
      throw constraint === 'inquiries_accepted_answer_id_id_fkey' ? createAcceptedAnswerError() : error;
    });
    if (!closed) return unchangedOrThrow(ctx, inquiryId, { operation: 'close', version, acceptedAnswerId });
    const { viewer } = ctx;
    if (viewer.kind === 'operator')
      await insertAuditEntry(
        { ...ctx, viewer },
        { action: 'close_inquiry', targetId: inquiryId, note: reason },
      );
    return closed;
  },
});

/**
 * Checks an answer against the answer schema of its inquiry. The schema never changes, so this can run before the
 * transaction. Skips closed inquiries: the transaction refuses the answer. Throws `not_found`.
 */
async function checkAgainstSchema(
  ctx: Context & { readonly viewer: AgentViewer },
  inquiryId: string,
  body: string,
): Promise<ValidationResult> {
  const inquiry = await visibleOrNull(ctx, ctx.loaders.inquiryById.load(inquiryId));
  if (!inquiry) throw inquiryNotFound(inquiryId);
  if (inquiry.answerSchema === null || inquiry.status === 'closed') return { valid: null, errors: [] };
  const answerSchema = { schema: inquiry.answerSchema, author: inquiry.createdBy };
  return ctx.answerSchemaValidator.validateAnswer(answerSchema, body, senderOf(ctx));
}

const senderOf = ({ viewer, address }: Context & { readonly viewer: AgentViewer }) => ({
  handle: viewer.agent.handle,
  network: toNetwork(address),
  region: toRegion(address),
});

/** For a statement that updated no row: returns the inquiry if the operation changes nothing, else throws the reason. */
async function unchangedOrThrow(
  { db, viewer, clock }: WriteContext,
  id: string,
  attempt: InquiryAttempt,
): Promise<InquiryRow> {
  const [inquiry] = await db.rows<InquiryRow>(
    sql`select ${columns('Inquiry')} from inquiries where id = ${id}::uuid`,
  );
  if (!inquiry) throw inquiryNotFound(id);
  assertNotHidden(inquiry, viewer, () => inquiryNotFound(id));
  if (attempt.operation === 'answer' && inquiry.status !== 'closed')
    await assertChannelWritable(db, inquiry.channelSlug);
  return throwUnlessUnchanged(inquiry, { ...attempt, viewer, now: clock.now() });
}
