// Lists of hidden records, for operators only.
import { sql } from '../../prisma/client.ts';
import type { Answer, Fact, Inquiry, Thread, WorkReview, WorkSubmission } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { type ListArgs, listArgs, listRecords } from '../graphql/connections.ts';
import type { Context } from '../context.ts';
import { AnswerConnection, InquiryConnection } from '../inquiries/queries.ts';
import { FactConnection } from '../facts/queries.ts';
import { HIDEABLE, type HideableNoun } from '../moderation/hiding.ts';
import { Console } from '../moderation/type.ts';
import { ReviewConnection } from '../work/reviews/queries.ts';
import { SubmissionConnection } from '../work/submissions/queries.ts';
import { ThreadConnection } from '../threads/queries.ts';
import { WorkConnection } from '../work/packets/queries.ts';
import type { PacketRow } from '../work/stored-packet.ts';

/** Lists the hidden records of a type. Each table has a partial index of its hidden rows. */
const listHidden = <Row extends { readonly id: string; readonly createdAt: Date }>(
  ctx: Context,
  noun: HideableNoun,
  args: ListArgs,
) =>
  listRecords<Row>(
    ctx,
    {
      list: `hidden-${noun}`,
      filters: {},
      select: HIDEABLE[noun].row,
      from: HIDEABLE[noun].table,
      where: sql`hidden_at is not null`,
    },
    args,
  );

const describe = (records: string) => `Hidden ${records}, newest first by default.`;

builder.objectFields(Console, (t) => ({
  hiddenThreads: t.field({
    type: ThreadConnection,
    nullable: true,
    description: describe('threads'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) => listHidden<Thread>(ctx, 'thread', args),
  }),
  hiddenInquiries: t.field({
    type: InquiryConnection,
    nullable: true,
    description: describe('inquiries'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) => listHidden<Inquiry>(ctx, 'inquiry', args),
  }),
  hiddenAnswers: t.field({
    type: AnswerConnection,
    nullable: true,
    description: describe('answers'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) => listHidden<Answer>(ctx, 'answer', args),
  }),
  hiddenFacts: t.field({
    type: FactConnection,
    nullable: true,
    description: describe('facts'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) => listHidden<Fact>(ctx, 'fact', args),
  }),
}));

builder.objectFields(Console, (t) => ({
  hiddenWork: t.field({
    type: WorkConnection,
    nullable: true,
    description: describe('work packets'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) => listHidden<PacketRow>(ctx, 'work', args),
  }),
  hiddenSubmissions: t.field({
    type: SubmissionConnection,
    nullable: true,
    description: describe('submissions'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) => listHidden<WorkSubmission>(ctx, 'submission', args),
  }),
  hiddenReviews: t.field({
    type: ReviewConnection,
    nullable: true,
    description: describe('reviews'),
    args: listArgs(t.arg),
    resolve: (_console, args, ctx) => listHidden<WorkReview>(ctx, 'review', args),
  }),
}));
