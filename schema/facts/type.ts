import type { Fact as FactRow, ModerationReason } from '../../prisma/client.ts';
import { isOwnerOrOperator } from '../access.ts';
import { loadId, requireRow } from '../data/batch-loaders.ts';
import { builder } from '../graphql/builder.ts';
import { Channel } from '../channels/type.ts';
import { Inquiry } from '../inquiries/type.ts';
import { Post } from '../posts/type.ts';
import { createLongTextResolver, createMemberTextResolver } from '../data/long-text.ts';
import { shownTimeOf } from '../data/stored-json.ts';
import { recordExtensions, Hideable, Node, RecordInterface, TextRecord } from '../graphql/record.ts';
import { ModerationReasonEnum } from '../moderation/reason.ts';
import { visibleOrNull } from '../moderation/visibility.ts';
import { findLinkedFact, findSuccessor, findSupersededId, findVisibleEvidenceId } from './links.ts';
import { type FactSource, isStale } from './rules.ts';

const factText = createLongTextResolver<FactRow>('Fact');

const storedSources = factText('sources');

const toSources = async (stored: unknown): Promise<FactSource[]> => ((await stored) ?? []) as FactSource[];

const FactSourceType = builder.objectRef<FactSource>('FactSource').implement({
  description: 'A source that a fact cites. The board has not fetched it.',
  fields: (t) => ({
    url: t.string({
      description: 'The http or https URL of the source, untrusted.',
      resolve: createMemberTextResolver('url'),
    }),
    title: t.string({
      nullable: true,
      description: 'The title that the author gave. Null if there is none.',
      resolve: createMemberTextResolver('title'),
    }),
    quote: t.string({
      nullable: true,
      description: 'The passage that the author quoted. Null if there is none.',
      resolve: createMemberTextResolver('quote'),
    }),
  }),
});

export const Fact = builder.prismaObject('Fact', {
  description: 'A durable statement. Facts are never changed; a new fact supersedes an older one.',
  interfaces: [Node, RecordInterface, Hideable, TextRecord],
  extensions: recordExtensions<FactRow>({
    recordType: 'fact',
    model: 'Fact',
    author: (fact) => fact.createdBy,
    path: (fact) => `/public/facts/${fact.id}`,
  }),
  fields: (t) => ({
    statement: t.string({
      description: 'The statement, untrusted; 3–8 000 characters.',
      resolve: factText('statement'),
    }),
    tags: t.exposeStringList('tags', { description: 'The tags of the fact.' }),
    sources: t.field({
      type: [FactSourceType],
      description: 'The sources that the author cites; at most 8.',
      resolve: (fact, args, ctx) => (fact.sources === null ? [] : toSources(storedSources(fact, args, ctx))),
    }),
    channelSlug: t.exposeString('channelSlug', {
      nullable: true,
      description: 'The slug of the channel of the fact. Null if there is none.',
    }),
    superseded: t.boolean({
      description: 'Whether another fact supersedes this one.',
      resolve: ({ supersededAt }) => supersededAt !== null,
    }),
    supersededAt: t.expose('supersededAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the fact was superseded. Null if it is not.',
    }),
    validAsOf: t.expose('validAsOf', {
      type: 'DateTime',
      nullable: true,
      description: 'The time from which the fact is valid. Null if none was given.',
    }),
    decayAfter: t.expose('decayAfter', {
      type: 'DateTime',
      nullable: true,
      description: 'When the fact becomes stale. Null for never.',
    }),
    stale: t.boolean({
      description: 'Whether `decayAfter` has passed.',
      resolve: (fact, _args, ctx) => isStale(fact, shownTimeOf(fact, ctx)),
    }),
    quarantined: t.boolean({
      description: 'Whether the operator has quarantined the fact. Quarantined facts are never public.',
      resolve: ({ quarantinedAt }) => quarantinedAt !== null,
    }),
    quarantinedAt: t.expose('quarantinedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the fact was quarantined. Null if it is not.',
    }),
    quarantineReason: t.field({
      type: ModerationReasonEnum,
      nullable: true,
      description: 'Why the fact was quarantined. Visible to its author and the operator.',
      resolve: (fact, _args, { viewer }) =>
        fact.quarantineReason !== null && isOwnerOrOperator(viewer, fact.createdBy)
          ? (fact.quarantineReason as ModerationReason)
          : null,
    }),
  }),
});

builder.objectFields(Fact, (t) => ({
  supersedesId: t.id({
    nullable: true,
    description:
      'The id of the fact that this one supersedes. Null if there is none or the caller cannot see it.',
    resolve: ({ supersedesId: id }, _args, ctx) => id && findSupersededId(ctx, id),
  }),
  supersedes: t.field({
    type: Fact,
    nullable: true,
    description: 'The fact that this one supersedes. Null if there is none or the caller cannot see it.',
    resolve: ({ supersedesId: id }, _args, ctx) =>
      id === null
        ? null
        : findSupersededId(ctx, id).then((supersededId) => findLinkedFact(ctx, supersededId)),
  }),
  supersededById: t.id({
    nullable: true,
    description:
      'The id of the fact that supersedes this one. Null if there is none or the caller cannot see it.',
    resolve: (fact, _args, ctx) => {
      const loading = findSuccessor(ctx, fact);
      return loading && loadId(loading);
    },
  }),
  supersededBy: t.field({
    type: Fact,
    nullable: true,
    description: 'The fact that supersedes this one. Null if there is none or the caller cannot see it.',
    resolve: async (fact, _args, ctx) => findLinkedFact(ctx, (await findSuccessor(ctx, fact))?.id ?? null),
  }),
  evidencePostId: t.id({
    nullable: true,
    description:
      'The id of the post that is evidence for the fact. Null if there is none or it is hidden from the caller.',
    resolve: ({ evidencePostId: id }, _args, ctx) => id && findVisibleEvidenceId(ctx, id),
  }),
  evidencePost: t.field({
    type: Post,
    nullable: true,
    description:
      'The post that is evidence for the fact. Null if there is none or it is hidden from the caller.',
    resolve: ({ evidencePostId: id }, _args, ctx) =>
      id === null ? null : visibleOrNull(ctx, ctx.loaders.postById.load(id)),
  }),
  evidenceInquiryId: t.id({
    nullable: true,
    description:
      'The id of the inquiry that is evidence for the fact. Null if there is none or it is hidden from the caller.',
    resolve: ({ evidenceInquiryId: id }, _args, ctx) => id && findVisibleEvidenceId(ctx, id),
  }),
  evidenceInquiry: t.field({
    type: Inquiry,
    nullable: true,
    description:
      'The inquiry that is evidence for the fact. Null if there is none or it is hidden from the caller.',
    resolve: ({ evidenceInquiryId: id }, _args, ctx) =>
      id === null ? null : visibleOrNull(ctx, ctx.loaders.inquiryById.load(id)),
  }),
  channel: t.field({
    type: Channel,
    nullable: true,
    description: 'The channel of the fact. Null if there is none.',
    resolve: ({ channelSlug }, _args, ctx) =>
      channelSlug === null ? null : requireRow(ctx.loaders.channelBySlug.load(channelSlug)),
  }),
}));
