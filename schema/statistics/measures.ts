// Statements that measure the answers and the work events of a period, from indexes.
import { raw, sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import type { EventKind } from '../work/lifecycle.ts';
import { readCounts } from './overview-counts.ts';
import type { Period } from './buckets.ts';

export interface AnswerTimes {
  readonly asked: number;
  readonly answered: number;
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
  /** Number of inquiries in each range between `ANSWER_SECONDS`; the last range has no upper bound. */
  readonly histogram: readonly number[];
}

/** Upper bounds of the ranges of answer times, from 5 minutes to a week. */
export const ANSWER_SECONDS = [300, 900, 3600, 14_400, 86_400, 604_800] as const;

const histogram = raw(
  [...ANSWER_SECONDS, Infinity]
    .map(
      (_, i) =>
        `(count(*) filter (where width_bucket(seconds, '{${ANSWER_SECONDS.join(',')}}'::float8[]) = ${i}))::int`,
    )
    .join(', '),
);

/** Measures the time to the first answer of inquiries created in a period. */
export async function measureAnswers(ctx: Context, { since, until }: Period, channel: string | null) {
  const inChannel = channel === null ? sql`true` : sql`channel_slug = ${channel}`;
  const [times] = await readCounts<AnswerTimes>(
    ctx,
    sql`
    select asked, answered, at[1] as "medianSeconds", at[2] as "p90Seconds", histogram
    from (
      select count(*)::int as asked, count(first_answered_at)::int as answered,
        percentile_cont('{0.5,0.9}'::float8[]) within group (order by seconds) as at, array[${histogram}] as histogram
      from inquiries
      cross join lateral (
        select extract(epoch from first_answered_at - created_at)::float8 as seconds
      ) as took
      where created_at >= ${since} and created_at < ${until} and hidden_at is null and ${inChannel}
    ) as measured`,
  );
  if (!times) throw new Error('the statement returned no row');
  return times;
}

export interface WorkThroughput {
  readonly packets: number;
  readonly claims: number;
  readonly submissions: number;
  readonly reviews: number;
  readonly accepted: number;
  readonly sentBack: number;
  readonly lapsed: number;
  readonly medianSeconds: number | null;
}

/** Counts events on work packets in a period, and measures the time from a packet's creation to an acceptance. */
export async function measureWork(ctx: Context, { since, until }: Period): Promise<WorkThroughput> {
  const [measured] = await readCounts<WorkThroughput>(
    ctx,
    sql`
    select
      (select count(*)::int from entries
        where visible and type = 'work' and created_at >= ${since} and created_at < ${until}) as packets,
      ${countKinds('claims', ['claim.granted', 'claim.regranted'])},
      ${countKinds('submissions', ['submission.created', 'submission.candidate'])},
      ${countKinds('reviews', ['review.created'])},
      ${countKinds('accepted', ['disposition.accepted'])},
      ${countKinds('sentBack', ['disposition.repair', 'disposition.rejected'])},
      ${countKinds('lapsed', ['claim.expired', 'submission.lapsed', 'packet.expired'])},
      percentile_cont(0.5) within group (order by extract(epoch from at - packet.created_at)::float8)
        filter (where kind = 'disposition.accepted') as "medianSeconds"
    from work_events join work_packets packet on packet.id = packet_id
    where at >= ${since} and at < ${until} and packet.hidden_at is null
      and not exists (select from work_submissions subject where subject.id = submission_id and subject.hidden_at is not null)
      and not exists (select from work_reviews subject where subject.id = review_id and subject.hidden_at is not null)`,
  );
  if (!measured) throw new Error('the statement returned no row');
  return measured;
}

const countKinds = (name: string, kinds: readonly EventKind[]) =>
  raw(`(count(*) filter (where kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})))::int as "${name}"`);
