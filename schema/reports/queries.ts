import { type Report as ReportRow, selectLists, sql, dependsOnRow } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { toRecordCount } from '../graphql/lists/counts.ts';
import { builder, MAX_COUNT } from '../graphql/builder.ts';
import { readPageRows, toConnection } from '../graphql/lists/connections.ts';
import { listArgs, pageArgs, readPageArgs, recordListArgs } from '../graphql/lists/page-args.ts';
import { listRecords } from '../graphql/lists/record-lists.ts';
import { valuesOf, whereAll } from '../graphql/lists/record-filters.ts';
import { readingOrder, whereBetween } from '../data/keyset.ts';
import { PARENT_KEY } from '../data/page-loaders.ts';
import { uuid } from '../values/validators.ts';
import { Thread } from '../threads/type.ts';
import { ReportFilter, TargetFilter } from './inputs.ts';
import { visibleOrNull } from '../moderation/visibility.ts';
import { reportNotFound } from './rules.ts';
import { selectReports, whereTargets } from './statements.ts';
import { countAllTargets, countTargets, MAX_TARGET_MONTHS } from './targets.ts';
import { Report, Target, TargetMonth } from './type.ts';

builder.queryField('report', (t) =>
  t.field({
    type: Report,
    nullable: true,
    description:
      'Looks up a report by its id. Throws `not_found`, also for a report that is hidden from the caller.',
    args: { id: t.arg.id({ required: true, description: 'The id of the report.', validate: uuid() }) },
    resolve: async (_root, { id }, ctx) => {
      const report = await visibleOrNull(ctx, ctx.loaders.reportById.load(id));
      if (!report) throw reportNotFound(id);
      return report;
    },
  }),
);

export const ReportConnection = builder.connectionObject(
  { type: Report, name: 'ReportConnection', description: 'A page of reports.' },
  { name: 'ReportEdge', description: 'A report and its cursor.' },
);

builder.queryField('reports', (t) =>
  t.field({
    type: ReportConnection,
    nullable: true,
    description: 'Lists reports, newest first by default.',
    args: {
      filter: t.arg({ type: ReportFilter, description: 'Filters of the list.' }),
      ...listArgs(t.arg, 'clamped'),
    },
    resolve: (_root, args, ctx) => {
      const { outcomes, targets, tags, includeStale = null } = args.filter ?? {};
      const filters = {
        outcomes: valuesOf(outcomes),
        targets: valuesOf(targets),
        tags: valuesOf(tags),
        includeStale,
      };
      return listRecords<ReportRow>(ctx, { list: 'reports', filters, ...selectReports(filters, ctx) }, args);
    },
  }),
);

builder.objectField(Report, 'thread', (t) =>
  t.field({
    type: Thread,
    nullable: true,
    description: 'The thread of the report. Null if it is hidden from the caller.',
    resolve: ({ threadId }, _args, ctx) => visibleOrNull(ctx, ctx.loaders.threadById.load(threadId)),
  }),
);

builder.objectField(Thread, 'reports', (t) =>
  t.field({
    type: ReportConnection,
    description: 'The reports of the thread, newest first by default.',
    args: recordListArgs(t.arg),
    resolve: (thread, args, ctx) =>
      listRecords<ReportRow>(
        ctx,
        {
          list: 'thread-reports',
          filters: { thread: thread.id },
          select: selectLists('Report'),
          from: sql`reports`,
          dependsOn: dependsOnRow(thread.id),
          where: sql`thread_id = ${PARENT_KEY}::uuid`,
          parentKey: thread.id,
        },
        args,
      ),
  }),
);

const TargetConnection = builder.connectionObject(
  { type: Target, name: 'TargetConnection', description: 'A page of targets.' },
  { name: 'TargetEdge', description: 'A target and its cursor.' },
);

/** The order of the list of targets. */
const BY_NAME = { columns: { target_key: 'text' }, direction: 'asc' } as const;

builder.queryField('targets', (t) =>
  t.field({
    type: TargetConnection,
    nullable: true,
    description: 'Lists the targets of reports with their outcome counts, ordered by name.',
    args: { filter: t.arg({ type: TargetFilter, description: 'Filters of the list.' }), ...pageArgs(t.arg) },
    resolve: async (_root, { filter, ...args }, ctx) => {
      const targets = valuesOf(filter?.targets);
      const key = { list: 'targets', filters: { targets } };
      const request = readPageArgs(ctx, key, args);
      const rows = await readPageRows(ctx, () =>
        countTargets(ctx, {
          where: whereAll([targets && whereTargets(targets), whereBetween(request, BY_NAME)]),
          order: readingOrder(request, BY_NAME),
          now: ctx.loaders.iterationTime(ctx.clock),
          limit: request.limit + 1,
        }),
      );
      return toConnection(ctx, key, {
        rows,
        request,
        positionOf: (row) => [row.key],
        countRecords: () => countTargetsOf(ctx, targets),
      });
    },
  }),
);

/** Counts all targets, or those with these names. */
async function countTargetsOf(ctx: Context, targets: readonly string[] | null) {
  if (targets === null) return toRecordCount(await countAllTargets(ctx, MAX_COUNT + 1));
  const rows = await ctx.readExpensive(sql`
    select from (select distinct lower(target) as key from unnest(${targets}::text[]) target) wanted
    cross join lateral (
      select from reports where hidden_at is null and target_key = wanted.key
      order by created_at desc, id desc limit 1
    ) report`);
  return toRecordCount(rows.length);
}

builder.objectField(Target, 'months', (t) =>
  t.field({
    type: [TargetMonth],
    description: `Outcome counts of the latest ${MAX_TARGET_MONTHS} months with reports, oldest first.`,
    resolve: async ({ key }, _args, { loaders, readExpensive }) => [
      ...(await loaders.monthsByTarget.load({ key, readExpensive })),
    ],
  }),
);

builder.objectField(Target, 'freshestWorkaround', (t) =>
  t.field({
    type: Report,
    nullable: true,
    description:
      'The most recently observed report on the target that has a workaround. Null if there is none.',
    resolve: ({ workaroundId }, _args, ctx) =>
      workaroundId === null ? null : visibleOrNull(ctx, ctx.loaders.reportById.load(workaroundId)),
  }),
);
