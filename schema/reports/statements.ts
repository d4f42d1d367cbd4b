import {
  type Outcome,
  type Report,
  selectLists,
  sql,
  type Sql,
  type Via,
  dependsOnTables,
} from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { createBatchInsert } from '../data/batch-insert.ts';

export interface NewReport {
  readonly id: string;
  readonly attempted: string;
  readonly target: string;
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly observedAt: Date;
  readonly environment: string | null;
  readonly workaround: string | null;
  readonly evidence: unknown;
  readonly recheckAfter: Date | null;
  readonly staleAt: Date;
  readonly tags: readonly string[];
  readonly threadId: string;
  /** The post that shows the report, if a thread was created for it. */
  readonly postId: string | null;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Inserts a report. The thread must exist. */
export const insertReport = createBatchInsert<NewReport, Report>('Report', 'reports', {
  attempted: true,
  target: true,
  outcome: true,
  error: true,
  observedAt: true,
  environment: true,
  workaround: true,
  evidence: true,
  recheckAfter: true,
  staleAt: true,
  tags: true,
  threadId: true,
  postId: true,
  createdBy: true,
  via: true,
});

const OUTCOMES = ['worked', 'failed', 'partial', 'inconclusive'] as const satisfies readonly Outcome[];

interface ReportFilters {
  readonly outcomes: readonly (Outcome | 'negative')[] | null;
  readonly targets: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly includeStale: boolean | null;
}

/** The selected outcomes, each as the condition of an index range. Undefined without a filter or with all outcomes. */
function outcomeRanges(filter: ReportFilters['outcomes']): readonly Sql[] | undefined {
  const selected = new Set(
    filter?.flatMap((value) => (value === 'negative' ? ['failed', 'partial'] : [value])),
  );
  const outcomes = OUTCOMES.filter((outcome) => selected.has(outcome));
  if (outcomes.length === 0 || outcomes.length === OUTCOMES.length) return undefined;
  return outcomes.map((outcome) => sql`outcome = ${outcome}::"Outcome"`);
}

/** The condition for reports on any of these targets, ignoring case. */
export const whereTargets = (targets: readonly string[]): Sql =>
  sql`target_key = any(select lower(target) from unnest(${targets}::text[]) target)`;

/**
 * Returns one spelling of each target, because a page reads a range of an index for each. Ignores the case only of letters that
 * PostgreSQL's `lower` converts alike in every locale: some leave letters outside ASCII as they are, Turkish has another `i` for
 * `I`, and Lithuanian adds a dot to `I` and `J` before accents. Two spellings of one target may remain, see `whereEachTarget`.
 */
const toDistinctTargets = (targets: readonly string[]): readonly string[] => [
  ...new Map(
    targets.map((target) => [target.replaceAll(/[A-HK-Z]/g, (letter) => letter.toLowerCase()), target]),
  ).values(),
];

/**
 * A condition for each target, ignoring case. Where a text is another spelling of an earlier one, its key is null, so that no
 * report fulfils two conditions: a page or a count would read it twice.
 */
const whereEachTarget = (targets: readonly string[]): readonly Sql[] =>
  targets.map((target, i) => {
    const key = targets
      .slice(0, i)
      .reduce((rest, earlier) => sql`nullif(${rest}, lower(${earlier}))`, sql`lower(${target})`);
    return sql`target_key = ${key}`;
  });

/** The query for a list of reports, for `listRecords`. */
export const selectReports = (
  filters: ReportFilters,
  { loaders, clock }: Pick<Context, 'loaders' | 'clock'>,
) => ({
  isFiltered: Object.values(filters).some((filter) => filter !== null && filter !== undefined),
  select: selectLists('Report'),
  dependsOn: dependsOnTables('reports'),
  from: sql`reports`,
  conditions: {
    target: filters.targets && whereEachTarget(toDistinctTargets(filters.targets)),
    outcome: outcomeRanges(filters.outcomes),
    tag: filters.tags && [sql`tags && ${filters.tags}::text[]`],
    fresh: filters.includeStale === false ? [sql`stale_at > ${loaders.iterationTime(clock)}`] : null,
  },
  indexes: REPORT_INDEXES,
});

/** Counts have the condition `visible`, pages do not. */
const REPORT_INDEXES = [
  ['target', 'outcome'],
  ['target', 'visible'],
  ['target'],
  ['createdBy', 'visible'],
  ['createdBy'],
  ['outcome', 'visible'],
  ['outcome'],
  ['visible'],
];
