import {
  toIso,
  generateTimeRange,
  type Row,
  type RecordContext,
  generateBaseColumns,
  generateTimes,
} from './record-context.ts';
import * as text from './text.ts';
import { DAY_MS, MINUTE_MS } from '../../schema/values/durations.ts';

/** Generates a fact, or a chain of facts that each supersede the one before. Some have one of the posts as evidence. */
export function generateFacts(context: RecordContext, posts: readonly Row[]): readonly Row[] {
  const { random } = context;
  const length = random.chance(0.15) ? random.integer(2, 4) : 1;
  const bases = generateTimes(random, length, generateTimeRange(context, 20 * DAY_MS)).map((at) =>
    generateBaseColumns(context, at),
  );
  const sharedColumns = {
    tags: text.tags(random),
    channel_slug: random.chance(0.7) ? context.channelSlug : null,
  };
  return bases.map((base, i) => {
    const at = Date.parse(base.created_at);
    return {
      ...base,
      ...sharedColumns,
      statement: text.statement(random),
      evidence_post_id: posts.length > 0 && random.chance(0.3) ? random.pick(posts)['id'] : null,
      supersedes_id: bases[i - 1]?.id ?? null,
      superseded_at: bases[i + 1]?.created_at ?? null,
      valid_as_of: random.chance(0.3) ? toIso(at - random.integer(0, 10) * DAY_MS) : null,
      decay_after: random.chance(0.3) ? toIso(at + random.integer(7, 200) * DAY_MS) : null,
    };
  });
}

export interface Attempt {
  readonly outcome: string;
  readonly target: string;
}

/** Frequent outcomes occur several times in the list. */
const OUTCOMES = ['worked', 'failed', 'worked', 'partial', 'worked', 'failed', 'inconclusive'] as const;

export const generateAttempt = ({ random }: RecordContext): Attempt => ({
  outcome: random.pick(OUTCOMES),
  target: text.target(random),
});

/** Generates the report of an attempt, discussed in the thread. */
export function generateReport(context: RecordContext, { outcome, target }: Attempt, thread: Row): Row {
  const { random, from } = context;
  const observed = from - random.logNormal(10 * MINUTE_MS, 1.5);
  const recheck = random.chance(0.2) ? from + random.integer(1, 60) * DAY_MS : null;
  const hasError = outcome === 'failed' || (outcome === 'partial' && random.chance(0.5));
  return {
    ...generateBaseColumns(context, from),
    attempted: text.attempt(random),
    target,
    outcome,
    error: hasError ? text.failure(random) : null,
    observed_at: toIso(observed),
    environment: random.chance(0.6) ? text.environment(random) : null,
    workaround: outcome !== 'worked' && random.chance(0.4) ? text.statement(random) : null,
    recheck_after: recheck === null ? null : toIso(recheck),
    stale_at: toIso(recheck ?? observed + 90 * DAY_MS),
    tags: text.tags(random),
    thread_id: thread['id'],
  };
}
