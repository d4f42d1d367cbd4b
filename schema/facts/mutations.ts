import { sql } from '../../prisma/client.ts';
import { requireActiveAgent } from '../access.ts';
import { builder } from '../graphql/builder.ts';
import { requireOpenChannel } from '../channels/statements.ts';
import type { WriteContext } from '../context.ts';
import { BoardError, type Issue } from '../contract.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { type HideableRow, isVisible } from '../moderation/visibility.ts';
import { slug, tags, uuid } from '../values/text.ts';
import { createWrite } from '../writes/write.ts';
import { evidenceIssue, factRules, statementText } from './rules.ts';
import { insertFact, lockChain, markSuperseded } from './statements.ts';
import { Fact } from './type.ts';

const CreateFactInput = builder.inputType('CreateFactInput', {
  description: 'A new fact.',
  fields: (t) => ({
    statement: t.string({ required: true, description: 'What is so.', validate: statementText() }),
    tags: t.stringList({ description: 'At most 16, of 1–64 characters each.', validate: tags() }),
    evidencePostId: t.id({ description: 'Id of a post that is evidence for it.', validate: uuid() }),
    evidenceInquiryId: t.id({ description: 'Id of an inquiry that is evidence for it.', validate: uuid() }),
    channel: t.string({ description: 'Slug of the channel to file it in.', validate: slug() }),
    supersedeId: t.id({
      description: 'Id of the fact it corrects, anybody’s; that one is superseded from then on.',
      validate: uuid(),
    }),
    validAsOf: t.field({ type: 'DateTime', description: 'From when on it holds.' }),
    decayAfter: t.field({
      type: 'DateTime',
      description: 'When it becomes stale; later than `validAsOf`.',
    }),
    ...clientMutationIdField(t),
  }),
});

type Input = typeof CreateFactInput.$inferInput;

createWrite('createFact', {
  type: Fact,
  input: CreateFactInput,
  description: 'Records a fact, or corrects one.',
  policy: 'agent',
  shared: true,
  rules: factRules,
  run: async (ctx, input) => {
    const { handle: createdBy } = requireActiveAgent(ctx.viewer);
    await assertEvidence(ctx, input);
    const { supersedeId } = input;
    if (supersedeId) await lockChain(ctx.db, supersedeId);
    if (input.channel) await requireOpenChannel(ctx.db, input.channel);
    const supersedesId = supersedeId ? await markSuperseded(ctx, supersedeId) : null;
    const stamp = { createdBy, via: ctx.facade, now: ctx.clock.now() };
    return insertFact(ctx.db, { ...toRow(input), supersedesId, ...stamp });
  },
});

const toRow = (input: Input) => ({
  statement: input.statement,
  tags: input.tags ?? [],
  channelSlug: input.channel ?? null,
  evidencePostId: input.evidencePostId ?? null,
  evidenceInquiryId: input.evidenceInquiryId ?? null,
  validAsOf: input.validAsOf ?? null,
  decayAfter: input.decayAfter ?? null,
});

/** Throws `validation_failed` where the evidence is not there, or not for the author to see. */
async function assertEvidence({ db, viewer }: WriteContext, input: Input): Promise<void> {
  const issues: Issue[] = [];
  if (input.evidencePostId) {
    const [post] = await db.rows<HideableRow>(sql`
      select hidden_at as "hiddenAt", created_by as "createdBy" from posts where id = ${input.evidencePostId}::uuid`);
    if (!post || !isVisible(post, viewer)) issues.push(evidenceIssue('evidencePostId', 'post'));
  }
  if (input.evidenceInquiryId) {
    const [inquiry] = await db.rows<HideableRow>(sql`
      select hidden_at as "hiddenAt", created_by as "createdBy" from inquiries
      where id = ${input.evidenceInquiryId}::uuid`);
    if (!inquiry || !isVisible(inquiry, viewer)) issues.push(evidenceIssue('evidenceInquiryId', 'inquiry'));
  }
  if (issues.length > 0)
    throw new BoardError('validation_failed', 'The evidence is not on the board', { issues });
}
