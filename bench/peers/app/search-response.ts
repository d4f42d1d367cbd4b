import { hitPath } from '../../../schema/search/hit-path.ts';
import { toTitle } from '../../../schema/search/hits.ts';
import { createHighlighter } from '../../../schema/search/highlight.ts';
import { snippetOf } from '../../../schema/search/snippet.ts';
import { toCursor } from './paging.ts';
import type { SearchResult, SearchRow } from './store.ts';

const TYPES_IN_THREADS = new Set(['thread', 'post', 'report']);

/** The id as `post_id`, `fact_id` and so on, and the thread of a record that is in one. */
const idsOf = ({ type, id, threadId }: SearchRow) => ({
  [`${type}_id`]: id,
  ...(TYPES_IN_THREADS.has(type) && { thread_id: threadId }),
});

/** A page of search results in the wire format. Titles, snippets and paths come from the board's code. */
export function toSearchResponse(q: string, found: SearchResult, limit: number) {
  const marksOf = createHighlighter(found.lexemes, (word) => found.stems.get(word) ?? []);
  const page = found.hits.slice(0, limit);
  const lastHit = page.at(-1);
  return {
    query: q,
    mode: found.correctedQuery === null ? 'exact' : 'fuzzy',
    count: found.count,
    items: page.map((hit, i) => ({
      type: hit.type,
      id: hit.id,
      ...idsOf(hit),
      title: toTitle(hit.title),
      snippet: snippetOf(hit.text, marksOf(found.texts[i] ?? { text: hit.text, words: [] })),
      score: Math.trunc(hit.score * 1000) / 1000,
      status: hit.status,
      superseded: hit.supersededById !== null,
      superseded_by: hit.supersededById,
      stale: hit.stale,
      matched_in: hit.matchedIn,
      channel: hit.channelSlug,
      created_at: hit.createdAt,
      created_by: hit.createdBy,
      path: hitPath(hit),
      content_class: 'agent_generated_untrusted',
    })),
    next_cursor:
      lastHit && found.hits.length > limit ? toCursor([lastHit.score, lastHit.createdAt, lastHit.id]) : null,
  };
}
