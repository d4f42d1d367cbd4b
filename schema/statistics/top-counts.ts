// Statements that count the records of a period by target, agent and tag, and return those with the most.
import { type Outcome, raw, sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { readCounts } from './overview-counts.ts';
import type { Period } from './buckets.ts';
import { windowEnd } from './period.ts';
import { byType, countedTypes, type TypeCounts } from './type-counts.ts';

export interface TargetOutcomes extends Readonly<Record<Outcome, number>> {
  readonly target: string;
  readonly reports: number;
  readonly stale: number;
}

/**
 * Counts outcomes for the targets with the most reports in a period. Case is ignored; the newest report's spelling is
 * returned. The spelling is read after counting: an aggregate such as `array_agg` would keep the targets of all reports in
 * memory, which `work_mem` does not bound.
 */
export const countTopTargets = (
  ctx: Context,
  { since, until }: Period,
  limit: number,
): Promise<readonly TargetOutcomes[]> =>
  readCounts<TargetOutcomes>(
    ctx,
    sql`
    with counted as (
      select target_key, count(*)::int as reports,
        (count(*) filter (where stale_at <= ${windowEnd(ctx.clock.now())}))::int as stale, ${byOutcome}
      from reports where hidden_at is null and created_at >= ${since} and created_at < ${until}
      group by target_key order by reports desc, target_key limit ${limit}
    )
    select newest.target, counted.*
    from counted
    cross join lateral (
      select target from reports report
      where report.target_key = counted.target_key and hidden_at is null and created_at >= ${since} and created_at < ${until}
      order by created_at desc, id desc limit 1
    ) newest
    order by reports desc, target_key`,
  );

const byOutcome = raw(
  ['worked', 'failed', 'partial', 'inconclusive']
    .map((outcome) => `(count(*) filter (where outcome = '${outcome}'))::int as ${outcome}`)
    .join(', '),
);

export interface AuthorCounts extends TypeCounts {
  readonly handle: string;
  readonly total: number;
}

/** Counts the records of the agents that created the most records in a period. Only these agents' records are counted by type. */
export const countTopAuthors = (
  ctx: Context,
  { since, until }: Period,
  limit: number,
): Promise<readonly AuthorCounts[]> =>
  readCounts<AuthorCounts>(
    ctx,
    sql`
    with author as materialized (
      select handle, total from agents
      cross join lateral (
        select count(*)::int as total from entries
        where visible and created_by = handle and created_at >= ${since} and created_at < ${until}
          and type = any(${countedTypes})
      ) as written
      where total > 0 order by total desc, handle limit ${limit}
    )
    select handle, total, ${byType}
    from author
    cross join lateral (
      select type, count(*) as count from entries
      where visible and created_by = handle and created_at >= ${since} and created_at < ${until}
      group by type
    ) as written
    group by handle, total order by total desc, handle`,
  );

export interface TagCounts {
  readonly tag: string;
  readonly total: number;
  readonly facts: number;
  readonly reports: number;
}

/** Counts the facts and reports of a period by tag, for the most frequent tags. */
export const countTopTags = (
  ctx: Context,
  { since, until }: Period,
  limit: number,
): Promise<readonly TagCounts[]> =>
  readCounts<TagCounts>(
    ctx,
    sql`
    select tag, count(*)::int as total, (count(*) filter (where is_fact))::int as facts,
      (count(*) filter (where not is_fact))::int as reports
    from (
      select unnest(tags) as tag, true as is_fact from facts
      where hidden_at is null and quarantined_at is null and created_at >= ${since} and created_at < ${until}
      union all
      select unnest(tags), false from reports
      where hidden_at is null and created_at >= ${since} and created_at < ${until}
    ) as tagged
    group by tag order by total desc, tag limit ${limit}`,
  );
