// Lists of hidden records, for operators only.
import { omitLongText, type PrismaClient, sql } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { listArgs } from '../graphql/lists/page-args.ts';
import { type CreatedRow, type ListArgs, listRecords } from '../graphql/lists/record-lists.ts';
import { type FindPage, listWithPrisma } from '../graphql/lists/prisma-lists.ts';
import type { Context } from '../context.ts';
import { AnswerConnection, InquiryConnection } from '../inquiries/queries.ts';
import { FactConnection } from '../facts/queries.ts';
import { HIDEABLE, type HideableType } from '../moderation/hiding.ts';
import { Console } from './type.ts';
import { ReviewConnection } from '../work/reviews/queries.ts';
import { SignalConnection } from '../signals/queries.ts';
import { SubmissionConnection } from '../work/submissions/queries.ts';
import { ThreadConnection } from '../threads/queries.ts';
import { WorkConnection } from '../work/packets/queries.ts';
import { packetList } from '../work/packet-columns.ts';
import type { PacketRow } from '../work/stored-packet.ts';

/** Lists the hidden records of a type. Each table has a partial index of its hidden rows. */
const listHidden = <Row extends CreatedRow>(
  ctx: Context,
  recordType: HideableType,
  args: ListArgs,
  findMany: (prisma: PrismaClient, page: FindPage) => Promise<Row[]>,
) =>
  listWithPrisma(ctx, { list: `hidden-${recordType}`, filters: {} }, args, (prisma, { where, ...page }) =>
    findMany(prisma, { where: { AND: [where, { hiddenAt: { not: null } }] }, ...page }),
  );

const describe = (records: string) => `Hidden ${records}, newest first by default.`;

builder.objectFields(Console, (t) => ({
  hiddenThreads: t.field({
    type: ThreadConnection,
    nullable: true,
    description: describe('threads'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) =>
      listHidden(ctx, 'thread', args, (prisma, page) => prisma.thread.findMany(page)),
  }),
  hiddenInquiries: t.field({
    type: InquiryConnection,
    nullable: true,
    description: describe('inquiries'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) =>
      listHidden(ctx, 'inquiry', args, (prisma, page) =>
        prisma.inquiry.findMany({ omit: omitLongText('Inquiry', ctx.loaders.columnSet), ...page }),
      ),
  }),
  hiddenAnswers: t.field({
    type: AnswerConnection,
    nullable: true,
    description: describe('answers'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) =>
      listHidden(ctx, 'answer', args, (prisma, page) =>
        prisma.answer.findMany({ omit: omitLongText('Answer', ctx.loaders.columnSet), ...page }),
      ),
  }),
  hiddenFacts: t.field({
    type: FactConnection,
    nullable: true,
    description: describe('facts'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) =>
      listHidden(ctx, 'fact', args, (prisma, page) =>
        prisma.fact.findMany({ omit: omitLongText('Fact', ctx.loaders.columnSet), ...page }),
      ),
  }),
}));

builder.objectField(Console, 'hiddenWork', (t) =>
  t.field({
    type: WorkConnection,
    nullable: true,
    description: describe('work packets'),
    args: listArgs(t.arg),
    // Prisma cannot read a packet and its scopes in one statement, as of one moment.
    resolve: (_console, args, ctx) =>
      listRecords<PacketRow>(
        ctx,
        {
          list: 'hidden-work',
          filters: {},
          ...packetList,
          from: HIDEABLE.work.table,
          where: sql`hidden_at is not null`,
        },
        args,
      ),
  }),
);

builder.objectFields(Console, (t) => ({
  hiddenSubmissions: t.field({
    type: SubmissionConnection,
    nullable: true,
    description: describe('submissions'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) =>
      listHidden(ctx, 'submission', args, (prisma, page) =>
        prisma.workSubmission.findMany({
          omit: omitLongText('WorkSubmission', ctx.loaders.columnSet),
          ...page,
        }),
      ),
  }),
  hiddenReviews: t.field({
    type: ReviewConnection,
    nullable: true,
    description: describe('reviews'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) =>
      listHidden(ctx, 'review', args, (prisma, page) =>
        prisma.workReview.findMany({
          omit: omitLongText('WorkReview', ctx.loaders.columnSet),
          ...page,
        }),
      ),
  }),
  hiddenSignals: t.field({
    type: SignalConnection,
    nullable: true,
    description: describe('signals'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) =>
      listHidden(ctx, 'signal', args, (prisma, page) => prisma.signal.findMany(page)),
  }),
}));
