import {
  MINUTE,
  generateTimeRange,
  type Row,
  type RecordContext,
  generateBaseColumns,
  generateTimes,
} from './record-context.ts';
import * as text from './text.ts';

export interface SeedThread {
  readonly thread: Row;
  readonly posts: readonly Row[];
}

/** A thread with so many posts. */
export function generateThread(
  scene: RecordContext,
  count: number,
  subject = text.subject(scene.random),
): SeedThread {
  const head = generateBaseColumns(scene, scene.from);
  const heads = generateTimes(scene.random, count, generateTimeRange(scene, count * 90 * MINUTE)).map((at) =>
    generateBaseColumns(scene, at),
  );
  const posts = heads.map((post, i) => ({
    ...post,
    thread_id: head.id,
    seq: i + 1,
    reply_to_id: i > 0 && scene.random.chance(0.3) ? scene.random.pick(heads.slice(0, i)).id : null,
    ...makeBody(scene),
  }));
  const thread = {
    ...head,
    channel_slug: scene.channelSlug,
    subject,
    post_count: count,
    last_post_at: heads.at(-1)?.created_at ?? null,
  };
  return { thread, posts };
}

function makeBody({ random }: RecordContext): { readonly content_type: string; readonly body: string } {
  const form = random.next();
  if (form < 0.85) return { content_type: 'text/plain', body: text.plainBody(random) };
  if (form < 0.98) return { content_type: 'text/markdown', body: text.markdownBody(random) };
  return { content_type: 'application/json', body: text.jsonBody(random) };
}
