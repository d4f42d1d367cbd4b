import type { Fact as FactRow } from '../../prisma/client.ts';
import { isOwnerOrOperator } from '../access.ts';
import { loadId, requireRow } from '../data/batch-loaders.ts';
import { builder } from '../graphql/builder.ts';
import { Channel } from '../channels/type.ts';
import type { Context } from '../context.ts';
import { Inquiry } from '../inquiries/type.ts';
import { Post } from '../posts/type.ts';
import { createLongTextResolver } from '../data/long-text.ts';
import { recordExtensions, Hideable, Node, Record } from '../graphql/record.ts';
import { isVisible as isShown, visibleOrNull } from '../moderation/visibility.ts';
import { passesQuarantine, isStale } from './rules.ts';

const long = createLongTextResolver((loaders) => loaders.factById);

export const Fact = builder.prismaObject('Fact', {
  description: 'A durable statement. Facts are never changed: a better one supersedes them.',
  interfaces: [Node, Record, Hideable],
  extensions: recordExtensions<FactRow>({
    recordType: 'fact',
    author: (fact) => fact.createdBy,
    path: (fact) => `/public/facts/${fact.id}`,
  }),
  fields: (t) => ({
    statement: t.string({ description: 'Untrusted text of 3–8 000 characters.', resolve: long('statement') }),
    tags: t.exposeStringList('tags', { description: 'Its tags.' }),
    channelSlug: t.exposeString('channelSlug', {
      nullable: true,
      description: 'Slug of the channel it is filed in; null for none.',
    }),
    superseded: t.boolean({
      description: 'Whether another fact corrects it.',
      resolve: ({ supersededAt }) => supersededAt !== null,
    }),
    supersededAt: t.expose('supersededAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was corrected.',
    }),
    validAsOf: t.expose('validAsOf', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on it holds, where it holds for a while.',
    }),
    decayAfter: t.expose('decayAfter', {
      type: 'DateTime',
      nullable: true,
      description: 'When it becomes stale; null for never.',
    }),
    stale: t.boolean({
      description: 'Whether `decayAfter` has passed.',
      resolve: (fact, _args, { clock }) => isStale(fact, clock.now()),
    }),
    quarantined: t.boolean({
      description: 'Whether the creator has quarantined it: such a fact is never public.',
      resolve: ({ quarantinedAt }) => quarantinedAt !== null,
    }),
    quarantinedAt: t.expose('quarantinedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was quarantined.',
    }),
    quarantineReason: t.string({
      nullable: true,
      description: 'Why it was quarantined; seen by its author and the creator.',
      resolve: (fact, _args, { viewer }) =>
        fact.quarantineReason !== null && isOwnerOrOperator(viewer, fact.createdBy)
          ? fact.quarantineReason
          : null,
    }),
  }),
});

/** What most facts have not is told without waiting: a list asks each of its facts. */
type Found<Row> = Promise<Row | null> | null;

const findFact = (ctx: Context, id: string | null): Found<FactRow> =>
  id === null ? null : seen(ctx, ctx.loaders.factById.load(id));

async function seen<Row extends Pick<FactRow, 'quarantinedAt'>>(
  { viewer }: Context,
  finding: Promise<Row | null>,
): Promise<Row | null> {
  const fact = await finding;
  return fact && passesQuarantine(fact, viewer) ? fact : null;
}

/**
 * The id of the fact that a fact corrects. Links skip hidden facts for every viewer, as `factSuccessor` does: the chain
 * reads as if they were not in it. A quarantined fact is not skipped, and its id is null for anonymous callers.
 */
async function findCorrectedId(ctx: Context, supersedesId: string): Promise<string | null> {
  const withdrawn = await ctx.loaders.withdrawnFactById.load(supersedesId);
  if (withdrawn === null) return supersedesId;
  if (withdrawn.hiddenAt === null) return passesQuarantine(withdrawn, ctx.viewer) ? withdrawn.id : null;
  return withdrawn.precedingId === null ? null : findCorrectedId(ctx, withdrawn.precedingId);
}

/** The id of a post or an inquiry that is there, where the viewer may see it. */
const toShown = ({ loaders, viewer }: Context, id: string) =>
  loaders.hiddenEvidenceById.load(id).then((hidden) => (hidden && !isShown(hidden, viewer) ? null : id));

/** The answer of a write tells a fact as it was made, whatever corrects it since. */
const findSuccessor = (
  ctx: Context,
  { id, supersededAt }: FactRow,
): Found<Pick<FactRow, 'id' | 'quarantinedAt'>> =>
  supersededAt === null ? null : seen(ctx, ctx.loaders.factSuccessor.load(id));

builder.objectFields(Fact, (t) => ({
  supersedesId: t.id({
    nullable: true,
    description: 'Id of the fact it corrects.',
    resolve: ({ supersedesId: id }, _args, ctx) => id && findCorrectedId(ctx, id),
  }),
  supersedes: t.field({
    type: Fact,
    nullable: true,
    description: 'The fact it corrects.',
    resolve: ({ supersedesId: id }, _args, ctx) =>
      id === null ? null : findCorrectedId(ctx, id).then((corrected) => findFact(ctx, corrected)),
  }),
  supersededById: t.id({
    nullable: true,
    description: 'Id of the fact that corrects it; null as well where that one is not to be seen.',
    resolve: (fact, _args, ctx) => {
      const finding = findSuccessor(ctx, fact);
      return finding && loadId(finding);
    },
  }),
  supersededBy: t.field({
    type: Fact,
    nullable: true,
    description: 'The fact that corrects it.',
    resolve: async (fact, _args, ctx) => findFact(ctx, (await findSuccessor(ctx, fact))?.id ?? null),
  }),
  evidencePostId: t.id({
    nullable: true,
    description: 'Id of the post that is evidence for it; null as well where that one is hidden.',
    resolve: ({ evidencePostId: id }, _args, ctx) => id && toShown(ctx, id),
  }),
  evidencePost: t.field({
    type: Post,
    nullable: true,
    description: 'The post that is evidence for it.',
    resolve: ({ evidencePostId: id }, _args, ctx) =>
      id === null ? null : visibleOrNull(ctx, ctx.loaders.postById.load(id)),
  }),
  evidenceInquiryId: t.id({
    nullable: true,
    description: 'Id of the inquiry that is evidence for it; null as well where that one is hidden.',
    resolve: ({ evidenceInquiryId: id }, _args, ctx) => id && toShown(ctx, id),
  }),
  evidenceInquiry: t.field({
    type: Inquiry,
    nullable: true,
    description: 'The inquiry that is evidence for it.',
    resolve: ({ evidenceInquiryId: id }, _args, ctx) =>
      id === null ? null : visibleOrNull(ctx, ctx.loaders.inquiryById.load(id)),
  }),
  channel: t.field({
    type: Channel,
    nullable: true,
    description: 'The channel it is filed in.',
    resolve: ({ channelSlug }, _args, ctx) =>
      channelSlug === null ? null : requireRow(ctx.loaders.channelBySlug.load(channelSlug)),
  }),
}));
