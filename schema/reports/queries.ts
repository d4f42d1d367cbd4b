import { columns, type Report as ReportRow, sql } from '../../prisma/client.ts';
import { present } from '../batch.ts';
import { builder, pageCost } from '../builder.ts';
import { listArgs, listRecords, pageArgs, readPage, toConnection } from '../connection.ts';
import { allOf } from '../filters.ts';
import { OWNER } from '../paged.ts';
import { uuid } from '../text.ts';
import { Thread } from '../threads/type.ts';
import { reportFilters, targetArg } from './inputs.ts';
import { isVisible, reportNotFound } from './rules.ts';
import { countTargets, isSeen, isTarget, MONTHS_MAX, selectReports } from './statements.ts';
import { Report, Target, TargetMonth } from './type.ts';

builder.queryField('report', (t) =>
  t.field({
    type: Report,
    nullable: true,
    description: 'One report. Throws `not_found`, for a hidden one too.',
    args: { id: t.arg.id({ required: true, description: 'Its id.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const report = await ctx.loaders.reportById.load(id);
      if (!report || !isVisible(report, ctx.viewer)) throw reportNotFound(id);
      return report;
    },
  }),
);

export const ReportConnection = builder.connectionObject(
  { type: Report, name: 'ReportConnection', description: 'A page of reports.' },
  { name: 'ReportEdge', description: 'A report and its place in the list.' },
);

builder.queryField('reports', (t) =>
  t.field({
    type: ReportConnection,
    nullable: true,
    description: 'Reports, the newest first by default.',
    args: { ...reportFilters(t.arg), ...listArgs(t.arg, 'clamped') },
    resolve: (_root, { first, after, orderBy, ...filters }, ctx) =>
      listRecords<ReportRow>(
        ctx,
        { list: 'reports', filters, ...selectReports(filters, ctx) },
        { first, after, orderBy },
      ),
  }),
);

builder.objectField(Report, 'thread', (t) =>
  t.field({
    type: Thread,
    description: 'The thread it is talked about in.',
    resolve: ({ threadId }, _args, ctx) => present(ctx.loaders.threadById.load(threadId)),
  }),
);

builder.objectField(Thread, 'reports', (t) =>
  t.field({
    type: ReportConnection,
    description: 'The reports that are talked about in it, the newest first by default.',
    args: listArgs(t.arg),
    resolve: (thread, args, ctx) =>
      listRecords<ReportRow>(
        ctx,
        {
          list: 'thread-reports',
          filters: { thread: thread.id },
          select: columns('Report'),
          from: sql`reports`,
          where: sql`thread_id = ${OWNER}::uuid and ${isSeen(ctx.viewer)}`,
          under: thread.id,
        },
        args,
      ),
  }),
);

const TargetConnection = builder.connectionObject(
  { type: Target, name: 'TargetConnection', description: 'A page of targets.' },
  { name: 'TargetEdge', description: 'A target and its place in the list.' },
);

/** What rolling up reports is worth, in objects. */
const TARGETS = 50;

builder.queryField('targets', (t) =>
  t.field({
    type: TargetConnection,
    nullable: true,
    description: 'What reports come to, target by target, in order of name.',
    complexity: (args) => pageCost(args, TARGETS),
    args: { target: targetArg(t.arg), ...pageArgs(t.arg) },
    resolve: async (_root, { target, ...args }, ctx) => {
      const key = { list: 'targets', filters: { target } };
      const request = readPage(ctx, key, args);
      const further = sql`target_key > ${request.after?.[0] ?? ''}`;
      const rows = await countTargets(ctx, {
        which: allOf([target ? isTarget(target) : null, further]),
        now: ctx.loaders.timeOf(ctx.clock),
        limit: request.limit + 1,
      });
      return toConnection(ctx, key, { rows, request, positionOf: (row) => [row.key] });
    },
  }),
);

builder.objectField(Target, 'months', (t) =>
  t.field({
    type: [TargetMonth],
    description: `Its latest ${MONTHS_MAX} months with reports, the oldest first.`,
    complexity: { field: MONTHS_MAX, multiplier: 1 },
    resolve: async ({ key }, _args, ctx) => [...(await ctx.loaders.monthsByTarget.load(key))],
  }),
);

builder.objectField(Target, 'freshestWorkaround', (t) =>
  t.field({
    type: Report,
    nullable: true,
    description: 'The report on it with the workaround that was last observed; null where none tells one.',
    resolve: ({ workaroundId }, _args, ctx) =>
      workaroundId === null ? null : ctx.loaders.reportById.load(workaroundId),
  }),
);
