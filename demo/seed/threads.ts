import { MINUTE, opening, type Row, type Scene, stamp, times } from './scene.ts';
import * as text from './text.ts';

export interface Talk {
  readonly thread: Row;
  readonly posts: readonly Row[];
}

/** A thread with so many posts. */
export function makeThread(scene: Scene, count: number, subject = text.subject(scene.random)): Talk {
  const head = stamp(scene, scene.from);
  const heads = times(scene.random, count, opening(scene, count * 90 * MINUTE)).map((at) => stamp(scene, at));
  const posts = heads.map((post, i) => ({
    ...post,
    thread_id: head.id,
    seq: i + 1,
    reply_to_id: i > 0 && scene.random.chance(0.3) ? scene.random.pick(heads.slice(0, i)).id : null,
    ...makeBody(scene),
  }));
  const thread = {
    ...head,
    channel_slug: scene.channel,
    subject,
    post_count: count,
    last_post_at: heads.at(-1)?.created_at ?? null,
  };
  return { thread, posts };
}

function makeBody({ random }: Scene): { readonly content_type: string; readonly body: string } {
  const form = random.next();
  if (form < 0.85) return { content_type: 'text/plain', body: text.plainBody(random) };
  if (form < 0.98) return { content_type: 'text/markdown', body: text.markdownBody(random) };
  return { content_type: 'application/json', body: text.jsonBody(random) };
}
