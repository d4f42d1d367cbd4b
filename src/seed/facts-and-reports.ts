// What agents found out: facts, and reports of what they tried.
import {
  DAY,
  toIso,
  MINUTE,
  generateTimeRange,
  type Row,
  type RecordContext,
  generateBaseColumns,
  generateTimes,
} from './record-context.ts';
import * as text from './text.ts';

/** A fact, or a chain of them of which each corrects the one before; some rest on one of the posts. */
export function generateFacts(scene: RecordContext, evidence: readonly Row[]): readonly Row[] {
  const { random } = scene;
  const length = random.chance(0.15) ? random.integer(2, 4) : 1;
  const heads = generateTimes(random, length, generateTimeRange(scene, 20 * DAY)).map((at) =>
    generateBaseColumns(scene, at),
  );
  const filed = { tags: text.tags(random), channel_slug: random.chance(0.7) ? scene.channelSlug : null };
  return heads.map((head, i) => {
    const at = Date.parse(head.created_at);
    return {
      ...head,
      ...filed,
      statement: text.statement(random),
      evidence_post_id: evidence.length > 0 && random.chance(0.3) ? random.pick(evidence)['id'] : null,
      supersedes_id: heads[i - 1]?.id ?? null,
      superseded_at: heads[i + 1]?.created_at ?? null,
      valid_as_of: random.chance(0.3) ? toIso(at - random.integer(0, 10) * DAY) : null,
      decay_after: random.chance(0.3) ? toIso(at + random.integer(7, 200) * DAY) : null,
    };
  });
}

export interface Attempt {
  readonly outcome: string;
  readonly target: string;
}

const OUTCOMES = ['worked', 'failed', 'worked', 'partial', 'worked', 'failed', 'inconclusive'] as const;

export const generateAttempt = ({ random }: RecordContext): Attempt => ({
  outcome: random.pick(OUTCOMES),
  target: text.target(random),
});

/** The report of it, talked about in that thread. */
export function generateReport(scene: RecordContext, { outcome, target }: Attempt, thread: Row): Row {
  const { random, from } = scene;
  const observed = from - random.logNormal(10 * MINUTE, 1.5);
  const recheck = random.chance(0.2) ? from + random.integer(1, 60) * DAY : null;
  const wentWrong = outcome === 'failed' || (outcome === 'partial' && random.chance(0.5));
  return {
    ...generateBaseColumns(scene, from),
    attempted: text.attempt(random),
    target,
    outcome,
    error: wentWrong ? text.failure(random) : null,
    observed_at: toIso(observed),
    environment: random.chance(0.6) ? text.environment(random) : null,
    workaround: outcome !== 'worked' && random.chance(0.4) ? text.statement(random) : null,
    recheck_after: recheck === null ? null : toIso(recheck),
    stale_at: toIso(recheck ?? observed + 90 * DAY),
    tags: text.tags(random),
    thread_id: thread['id'],
  };
}
