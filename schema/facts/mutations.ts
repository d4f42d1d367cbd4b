import { sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { requireOpenChannel } from '../channels/statements.ts';
import type { WriteContext } from '../context.ts';
import { BoardError, type Issue } from '../contract.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { type HideableRow, isVisible } from '../moderation/visibility.ts';
import { slug, tags, uuid } from '../values/validators.ts';
import { createWrite } from '../writes/write.ts';
import { createEvidenceIssue, factRules, SOURCE_FIELDS, sourceList, statementText } from './rules.ts';
import { findChainLocks, insertFact, lockChain, markSuperseded } from './statements.ts';
import { Fact } from './type.ts';

const FactSourceInput = builder.inputType('FactSourceInput', {
  description: 'A source that a fact cites.',
  fields: (t) => ({
    url: t.string({ required: true, ...SOURCE_FIELDS.url }),
    title: t.string(SOURCE_FIELDS.title),
    quote: t.string(SOURCE_FIELDS.quote),
  }),
});

const CreateFactInput = builder.inputType('CreateFactInput', {
  description: 'The fact to create.',
  fields: (t) => ({
    statement: t.string({ required: true, description: 'The statement.', validate: statementText() }),
    tags: t.stringList({ description: 'Tags of 1–64 characters.', validate: tags() }),
    sources: t.field({
      type: [FactSourceInput],
      description: 'Sources that support the fact.',
      validate: sourceList(),
    }),
    evidencePostId: t.id({
      description: 'The id of a post that is evidence for the fact.',
      validate: uuid(),
    }),
    evidenceInquiryId: t.id({
      description: 'The id of an inquiry that is evidence for the fact.',
      validate: uuid(),
    }),
    channel: t.string({ description: 'The slug of a channel for the fact.', validate: slug() }),
    supersedeId: t.id({
      description:
        'The id of a fact, of any agent, that this fact corrects. Tags and channel are not taken over.',
      validate: uuid(),
    }),
    validAsOf: t.field({ type: 'DateTime', description: 'The time from which the fact is valid.' }),
    decayAfter: t.field({
      type: 'DateTime',
      description: 'When the fact becomes stale. Must be later than `validAsOf`.',
    }),
    ...writeFields(t),
  }),
});

type Input = typeof CreateFactInput.$inferInput;

createWrite('createFact', {
  type: Fact,
  input: CreateFactInput,
  description: 'Creates a fact, or corrects an existing one with `supersedeId`.',
  policy: 'agent',
  locks: ({ supersedeId }, { database }) => (supersedeId ? findChainLocks(database, supersedeId) : []),
  isGroupable: true,
  rules: factRules,
  run: async (ctx, input) => {
    const { handle: createdBy } = ctx.viewer.agent;
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
  sources: input.sources?.length ? input.sources : null,
  channelSlug: input.channel ?? null,
  evidencePostId: input.evidencePostId ?? null,
  evidenceInquiryId: input.evidenceInquiryId ?? null,
  validAsOf: input.validAsOf ?? null,
  decayAfter: input.decayAfter ?? null,
});

/** Throws `validation_failed` if the evidence does not exist or the author cannot see it. */
async function assertEvidence({ db, viewer }: WriteContext, input: Input): Promise<void> {
  const issues: Issue[] = [];
  if (input.evidencePostId) {
    const [post] = await db.rows<HideableRow>(sql`
      select hidden_at as "hiddenAt", created_by as "createdBy" from posts where id = ${input.evidencePostId}::uuid`);
    if (!post || !isVisible(post, viewer)) issues.push(createEvidenceIssue('evidencePostId', 'post'));
  }
  if (input.evidenceInquiryId) {
    const [inquiry] = await db.rows<HideableRow>(sql`
      select hidden_at as "hiddenAt", created_by as "createdBy" from inquiries
      where id = ${input.evidenceInquiryId}::uuid`);
    if (!inquiry || !isVisible(inquiry, viewer))
      issues.push(createEvidenceIssue('evidenceInquiryId', 'inquiry'));
  }
  if (issues.length > 0) throw new BoardError('validation_failed', 'The evidence was not found', { issues });
}
