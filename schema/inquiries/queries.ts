import {
  type Answer as AnswerRow,
  type Inquiry as InquiryRow,
  selectLists,
  sql,
  dependsOnRow,
} from '../../prisma/client.ts';
import { loadId, requireRow } from '../data/batch-loaders.ts';
import { countWithinTextBound, readInTurn } from '../data/text-bound.ts';
import { createSeqPage, type SeqPage } from '../data/seq-pages.ts';
import { countRecords } from '../graphql/lists/counts.ts';
import { builder, MAX_PAGE_SIZE } from '../graphql/builder.ts';
import { assertChannelsExist } from '../channels/rules.ts';
import { Channel } from '../channels/type.ts';
import { readPageRows, toConnection } from '../graphql/lists/connections.ts';
import { listArgs, pageArgs, readPageArgs, recordFilterArg, toSeqPage } from '../graphql/lists/page-args.ts';
import { listRecords, type RecordListArgs } from '../graphql/lists/record-lists.ts';
import { MAX_VERSION } from '../graphql/version-field.ts';
import { hasRecordFilters, type RecordFilterInput, valuesOf } from '../graphql/lists/record-filters.ts';
import type { Context } from '../context.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { recordTopic } from '../live/topics.ts';
import { MAX_WAIT_SECONDS, readOrWait, waitSeconds } from '../live/wait.ts';
import { uuid, wholeNumber } from '../values/validators.ts';
import { readVisible, visibleOrNull } from '../moderation/visibility.ts';
import { ChannelInquiryFilter, InquiryFilter } from './filters.ts';
import { inquiryNotFound, type InquiryStatusFilter, toStatuses } from './rules.ts';
import { selectInquiries } from './lists.ts';
import { Answer, Inquiry } from './type.ts';

export const InquiryConnection = builder.connectionObject(
  { type: Inquiry, name: 'InquiryConnection', description: 'A page of inquiries.' },
  { name: 'InquiryEdge', description: 'An inquiry and its cursor.' },
);

export const AnswerConnection = builder.connectionObject(
  { type: Answer, name: 'AnswerConnection', description: 'A page of answers.' },
  { name: 'AnswerEdge', description: 'An answer and its cursor.' },
);

interface Args extends RecordListArgs {
  readonly filter?:
    | (RecordFilterInput & {
        readonly channels?: readonly string[] | null | undefined;
        readonly statuses?: readonly InquiryStatusFilter[] | null | undefined;
      })
    | null
    | undefined;
}

/** Lists the inquiries of one channel (`parentSlug`) or, without it, of the channels of the filter or of all channels. */
function listInquiries(ctx: Context, args: Args, parentSlug?: string) {
  const statuses = toStatuses(args.filter?.statuses ?? []);
  const channels = parentSlug === undefined ? valuesOf(args.filter?.channels) : [parentSlug];
  const slugs = parentSlug === undefined ? channels : [PARENT_KEY];
  return listRecords<InquiryRow>(
    ctx,
    {
      list: 'inquiries',
      // `states`, not `statuses`: names of filters are part of cursors, which callers keep.
      filters: { channels, states: statuses },
      ...selectInquiries(statuses, slugs, ctx.loaders.iterationTime(ctx.clock)),
      parentKey: parentSlug,
    },
    args,
  );
}

builder.queryField('inquiry', (t) =>
  t.field({
    type: Inquiry,
    nullable: true,
    description:
      'Looks up an inquiry by its id. Throws `not_found`, also for an inquiry that is hidden from the caller.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the inquiry.', validate: uuid() }),
      wait: t.arg.int({
        description: `Seconds to wait while the version is \`knownVersion\`; 0–${MAX_WAIT_SECONDS}, default 0.`,
        validate: waitSeconds(),
      }),
      knownVersion: t.arg.int({
        description: 'The version that the caller has.',
        validate: wholeNumber({ min: 1, max: MAX_VERSION }),
      }),
    },
    resolve: async (_root, { id, wait, knownVersion }, ctx) => {
      const inquiry = await readOrWait(ctx, {
        seconds: wait,
        topics: () => [recordTopic(id)],
        read: async () => {
          const found = await visibleOrNull(ctx, ctx.loaders.inquiryById.load(id));
          if (!found) throw inquiryNotFound(id);
          return found;
        },
        isEmpty: ({ version }) => version === knownVersion,
      });
      // An inquiry that has not changed has lists, too.
      await ctx.placeAfterWait.begin?.();
      return inquiry;
    },
  }),
);

builder.queryField('inquiries', (t) =>
  t.field({
    type: InquiryConnection,
    nullable: true,
    description:
      'Lists inquiries in all statuses, newest first by default. Throws `not_found` for an unknown channel.',
    args: { filter: t.arg({ type: InquiryFilter, description: 'Filters of the list.' }), ...listArgs(t.arg) },
    resolve: async (_root, args, ctx) => {
      await assertChannelsExist(ctx, args.filter?.channels);
      return listInquiries(ctx, args);
    },
  }),
);

builder.objectField(Channel, 'inquiries', (t) =>
  t.field({
    type: InquiryConnection,
    description: 'The inquiries of the channel in all statuses, newest first by default.',
    args: {
      filter: t.arg({ type: ChannelInquiryFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg),
    },
    resolve: ({ slug }, args, ctx) => listInquiries(ctx, args, slug),
  }),
);

builder.objectField(Inquiry, 'channel', (t) =>
  t.field({
    type: Channel,
    description: 'The channel of the inquiry.',
    resolve: ({ channelSlug }, _args, ctx) => requireRow(ctx.loaders.channelBySlug.load(channelSlug)),
  }),
);

builder.objectField(Inquiry, 'answers', (t) =>
  t.field({
    type: AnswerConnection,
    description: 'The answers, oldest first.',
    args: { ...recordFilterArg(t.arg), ...pageArgs(t.arg) },
    resolve: async (inquiry, args, ctx) => {
      if (hasRecordFilters(args)) return listFilteredAnswers(ctx, inquiry.id, args);
      const key = { list: 'inquiry-answers', filters: { inquiry: inquiry.id } };
      const request = readPageArgs(ctx, key, args);
      const rows = await readPageRows(ctx, () => loadAnswers(ctx, inquiry, toSeqPage(request)));
      return toConnection(ctx, key, {
        rows,
        request,
        positionOf: (answer) => [answer.seq],
        countRecords: () =>
          countRecords(ctx, {
            from: sql`answers`,
            dependsOn: dependsOnRow(inquiry.id),
            where: sql`inquiry_id = ${PARENT_KEY}::uuid`,
            order: sql`seq`,
            indexes: [['visible']],
            parentKey: inquiry.id,
          }),
      });
    },
  }),
);

/** Orders by time, not by sequence number, so that the index on author and time returns the answers without a sort. */
const listFilteredAnswers = (ctx: Context, inquiryId: string, args: RecordListArgs) =>
  listRecords<AnswerRow>(
    ctx,
    {
      list: 'inquiry-answers-filtered',
      filters: { inquiry: inquiryId },
      select: selectLists('Answer'),
      from: sql`answers`,
      dependsOn: dependsOnRow(inquiryId),
      where: sql`inquiry_id = ${PARENT_KEY}::uuid`,
      indexes: [['createdBy']],
      parentKey: inquiryId,
    },
    { ...args, orderBy: { direction: 'ASC' } },
  );

builder.objectFields(Inquiry, (t) => ({
  firstAnswers: t.field({
    type: [Answer],
    description: `The first ${MAX_PAGE_SIZE} answers, oldest first.`,
    resolve: async (inquiry, _args, ctx) => {
      const answers = await loadAnswers(ctx, inquiry, createSeqPage({ size: MAX_PAGE_SIZE }));
      return answers.slice(0, countWithinTextBound(answers));
    },
  }),
  latestAnswer: t.field({
    type: Answer,
    nullable: true,
    description: 'The latest answer. Null if there is none or it is hidden from the caller.',
    resolve: async (inquiry, _args, ctx) => {
      const [latest] = await loadAnswers(
        ctx,
        inquiry,
        createSeqPage({ afterSeq: inquiry.answerCount - 1, size: 1 }),
      );
      return latest ?? null;
    },
  }),
  acceptedAnswer: t.field({
    type: Answer,
    nullable: true,
    description:
      'The answer that was accepted when the inquiry was closed. Null if there is none or it is hidden from the caller.',
    resolve: ({ acceptedAnswerId: id }, _args, ctx) => (id === null ? null : findAnswer(ctx, id)),
  }),
  acceptedAnswerId: t.id({
    nullable: true,
    description:
      'The id of the answer that was accepted. Null if there is none or it is hidden from the caller.',
    // Triggers keep `acceptedHidden`, but not for answers that are hidden with their inquiry. The accepted answer of
    // a hidden inquiry is therefore always loaded.
    resolve: ({ acceptedAnswerId: id, acceptedHidden, hiddenAt }, _args, ctx) =>
      id === null || (!acceptedHidden && hiddenAt === null) ? id : loadId(findAnswer(ctx, id)),
  }),
}));

const findAnswer = (ctx: Context, id: string) => visibleOrNull(ctx, ctx.loaders.answerById.load(id));

builder.objectField(Answer, 'inquiry', (t) =>
  t.field({
    type: Inquiry,
    nullable: true,
    description: 'The inquiry of the answer. Null if it is hidden from the caller.',
    resolve: ({ inquiryId }, _args, ctx) => visibleOrNull(ctx, ctx.loaders.inquiryById.load(inquiryId)),
  }),
);

builder.objectField(Answer, 'accepted', (t) =>
  t.boolean({
    description: 'Whether the answer was accepted when the inquiry was closed.',
    resolve: async (answer: AnswerRow & { readonly accepted?: boolean }, _args, ctx) =>
      answer.accepted ?? isAccepted(await ctx.loaders.inquiryById.load(answer.inquiryId), answer),
  }),
);

const isAccepted = (inquiry: InquiryRow | null, { id }: AnswerRow): boolean =>
  inquiry?.acceptedAnswerId === id;

/**
 * Loads answers of an inquiry up to its `answerCount`: a replayed write returns the answers that there were at the
 * time.
 */
async function loadAnswers(ctx: Context, inquiry: InquiryRow, page: SeqPage) {
  const { id: inquiryId, answerCount: lastSeq } = inquiry;
  if (page.afterSeq >= lastSeq || lastSeq === 0) return [];
  const answers = await readInTurn(ctx, () =>
    readVisible(ctx.viewer, (filter) => ctx.loaders.answerPage.load({ inquiryId, lastSeq, ...page }, filter)),
  );
  return answers.map((answer) => ({ ...answer, accepted: isAccepted(inquiry, answer) }));
}
