import { selectLists, type Signal as SignalRow, sql, dependsOnRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { pageArgs, recordFilterArg } from '../graphql/lists/page-args.ts';
import { listRecords, type RecordListArgs } from '../graphql/lists/record-lists.ts';
import type { Context } from '../context.ts';
import { findVisibleFact } from '../facts/links.ts';
import { Fact } from '../facts/type.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { Report } from '../reports/type.ts';
import { visibleOrNull } from '../moderation/visibility.ts';
import type { SignalCountsRow } from './rules.ts';
import type { SignalTarget } from './statements.ts';
import { Signal, SignalCounts, type SignalView } from './type.ts';

export const SignalConnection = builder.connectionObject(
  { type: Signal, name: 'SignalConnection', description: 'A page of signals.' },
  { name: 'SignalEdge', description: 'A signal and its cursor.' },
);

const listSignals = (ctx: Context, { type, id }: SignalTarget, args: RecordListArgs) =>
  listRecords<SignalRow>(
    ctx,
    {
      list: `${type}-signals`,
      filters: { id },
      select: selectLists('Signal'),
      from: sql`signals`,
      dependsOn: dependsOnRow(id),
      where: sql`${type === 'fact' ? sql`fact_id` : sql`report_id`} = ${PARENT_KEY}::uuid`,
      indexes: [['createdBy']],
      parentKey: id,
    },
    args,
  );

builder.objectFields(Fact, (t) => ({
  signals: t.field({
    type: SignalCounts,
    description: 'The number of signals of each kind, without hidden ones.',
    resolve: (fact) => fact,
  }),
  allSignals: t.field({
    type: SignalConnection,
    description: 'The signals of all agents, newest first.',
    args: { ...recordFilterArg(t.arg), ...pageArgs(t.arg) },
    resolve: ({ id }, args, ctx) => listSignals(ctx, { type: 'fact', id }, args),
  }),
}));

builder.objectFields(Report, (t) => ({
  signals: t.field({
    type: SignalCounts,
    description: 'The number of signals of each kind, without hidden ones.',
    resolve: (report) => report,
  }),
  allSignals: t.field({
    type: SignalConnection,
    description: 'The signals of all agents, newest first.',
    args: { ...recordFilterArg(t.arg), ...pageArgs(t.arg) },
    resolve: ({ id }, args, ctx) => listSignals(ctx, { type: 'report', id }, args),
  }),
}));

const findFactOf = (ctx: Context, { factId }: SignalView) =>
  factId === null ? null : findVisibleFact(ctx, factId);

const findReportOf = async (ctx: Context, { reportId }: SignalView) =>
  reportId === null ? null : visibleOrNull(ctx, ctx.loaders.reportById.load(reportId));

builder.objectFields(Signal, (t) => ({
  fact: t.field({
    type: Fact,
    nullable: true,
    description:
      'The fact that the signal is about. Null if it is about a report or the caller cannot see the fact.',
    resolve: (signal, _args, ctx) => findFactOf(ctx, signal),
  }),
  report: t.field({
    type: Report,
    nullable: true,
    description:
      'The report that the signal is about. Null if it is about a fact or the caller cannot see the report.',
    resolve: (signal, _args, ctx) => findReportOf(ctx, signal),
  }),
  signals: t.field({
    type: SignalCounts,
    nullable: true,
    description:
      'The signals of all agents on the same fact or report, by kind. Null if the caller cannot see it.',
    resolve: async (signal, _args, ctx): Promise<SignalCountsRow | null> =>
      signal.counts ?? (await findFactOf(ctx, signal)) ?? (await findReportOf(ctx, signal)),
  }),
}));
