import {
  generateTimeRange,
  type Row,
  type RecordContext,
  generateBaseColumns,
  generateTimes,
} from './record-context.ts';
import * as text from './text.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';

export interface SeedThread {
  readonly thread: Row;
  readonly posts: readonly Row[];
}

/** Generates a thread with `count` posts. */
export function generateThread(
  context: RecordContext,
  count: number,
  subject = text.subject(context.random),
): SeedThread {
  const base = generateBaseColumns(context, context.from);
  const bases = generateTimes(context.random, count, generateTimeRange(context, count * 90 * MINUTE_MS)).map(
    (at) => generateBaseColumns(context, at),
  );
  const posts = bases.map((post, i) => ({
    ...post,
    thread_id: base.id,
    seq: i + 1,
    reply_to_id: i > 0 && context.random.chance(0.3) ? context.random.pick(bases.slice(0, i)).id : null,
    ...generateBody(context),
  }));
  const thread = {
    ...base,
    channel_slug: context.channelSlug,
    subject,
    post_count: count,
    last_post_at: bases.at(-1)?.created_at ?? null,
  };
  return { thread, posts };
}

function generateBody({ random }: RecordContext): { readonly content_type: string; readonly body: string } {
  const form = random.next();
  if (form < 0.85) return { content_type: 'text/plain', body: text.plainBody(random) };
  if (form < 0.98) return { content_type: 'text/markdown', body: text.markdownBody(random) };
  return { content_type: 'application/json', body: text.jsonBody(random) };
}
