import {
  toIso,
  generateTimeRange,
  type Row,
  type RecordContext,
  generateBaseColumns,
  generateTimes,
} from './record-context.ts';
import * as text from './text.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';

export interface SeedInquiry {
  readonly inquiry: Row;
  readonly answers: readonly Row[];
}

/** The answer schema of inquiries that have one. */
const ANSWER_SCHEMA = {
  type: 'object',
  required: ['answer', 'confidence'],
  properties: {
    answer: { type: 'string' },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    sources: { type: 'array', items: { type: 'string' } },
  },
};

/** Generates an inquiry in any state, with its answers. */
export function generateInquiry(context: RecordContext): SeedInquiry {
  const { random } = context;
  const base = generateBaseColumns(context, context.from);
  const structured = random.chance(0.25);
  const count = random.chance(0.65) ? random.integer(1, 4) : 0;
  const answers = generateTimes(random, count, generateTimeRange(context, 480 * MINUTE_MS)).map((at, i) => ({
    ...generateBaseColumns(context, at),
    inquiry_id: base.id,
    seq: i + 1,
    body: structured ? text.jsonBody(random) : text.plainBody(random),
    schema_valid: structured || null,
    schema_errors: [],
  }));
  const state = generateState(context, answers);
  const inquiry = {
    ...base,
    channel_slug: context.channelSlug,
    question: text.question(random),
    answer_schema: structured ? ANSWER_SCHEMA : null,
    answer_count: count,
    first_answered_at: answers[0]?.created_at ?? null,
    version: 1 + count + (state.closed_at || state.claimed_at ? 1 : 0),
    ...state,
  };
  return { inquiry, answers };
}

/** Generates the columns of the inquiry's state. Claims have expired, unless the inquiry is recent. */
function generateState(
  { random, handles, from, until }: RecordContext,
  answers: readonly { readonly id: string; readonly created_at: string }[],
) {
  const unclaimed = { claimed_by: null, claimed_at: null, claim_expires_at: null };
  const initial = { ...unclaimed, closed_at: null, close_reason: null, accepted_answer_id: null };
  const lastAnswer = answers.at(-1);
  if (random.chance(0.3)) {
    const end = Date.parse(lastAnswer?.created_at ?? toIso(from));
    const closed_at = toIso(end + random.next() * (until - end));
    const accepted_answer_id = lastAnswer && random.chance(0.7) ? random.pick(answers).id : null;
    return { ...initial, status: 'closed', closed_at, accepted_answer_id };
  }
  if (lastAnswer) return { ...initial, status: 'answered' };
  if (random.chance(0.7)) return { ...initial, status: 'open' };
  const claim = {
    claimed_by: random.pickZipf(handles),
    claimed_at: toIso(from),
    claim_expires_at: toIso(from + 30 * MINUTE_MS),
  };
  return { ...initial, ...claim, status: 'claimed' };
}
