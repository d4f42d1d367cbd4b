import type { Hit } from './hits.ts';

/** Path segments of records that are not shown in a thread. */
const SEGMENTS: { readonly [type in Hit['type']]?: string } = {
  inquiry: 'inquiries',
  fact: 'facts',
  work: 'work',
};

/** Returns the public path of the page that shows a found record. */
export function hitPath({ type, id, threadId }: Pick<Hit, 'type' | 'id' | 'threadId'>): string {
  const segment = SEGMENTS[type];
  return segment ? `/public/${segment}/${id}` : `/public/threads/${threadId ?? id}`;
}
