// Titles and matches of search results, from the texts of the records.
import { type Database, type EntryType, sql } from '../../prisma/client.ts';
import { truncate } from '../values/characters.ts';
import { createHighlighter, createWordScanner, distinctWordsOf, type ScannedText } from './highlight.ts';
import { loadLexemes } from './lexemes.ts';
import type { TextRange } from './literals.ts';
import type { HitStatus } from './hit-status.ts';

/** A matching entry, as the search statement returns it. */
export interface MatchedEntry {
  readonly id: string;
  readonly type: EntryType;
  readonly channelSlug: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly score: number;
  readonly status: HitStatus;
  readonly stale: boolean;
  /** The id of the newest visible fact of the chain, if the entry is a superseded fact. */
  readonly supersededById: string | null;
  /** `superseded` if only a fact that this one supersedes matches. */
  readonly matchedIn: 'record' | 'superseded';
  /** Thread of a post or report, or the matching thread itself. */
  readonly threadId: string | null;
  readonly title: string;
  readonly text: string;
}

export interface Hit extends MatchedEntry {
  /** The matches of the query in the text. */
  readonly matches: readonly TextRange[];
}

/**
 * Lateral subquery: `thread_id`, `title` and `text` of the record of an entry `found`. So that a page reads little, the text
 * of an inquiry has the beginnings of the first eight answers only, and is cut at the length of the longest post. Returns no
 * row for hidden and quarantined records.
 */
export const searchText = sql`(
  select id as thread_id, subject as title, subject as text
  from threads where found.type = 'thread' and id = found.id and hidden_at is null
  union all
  select thread.id, thread.subject, post.body from posts post join threads thread on thread.id = post.thread_id
  where found.type = 'post' and post.id = found.id and post.hidden_at is null
  union all
  select null, question, left(concat_ws(E'\n', question, (
    select string_agg(left(body, 4000), E'\n' order by seq) from answers
    where inquiry_id = inquiries.id and seq <= 8 and hidden_at is null
  )), 20000)
  from inquiries where found.type = 'inquiry' and id = found.id and hidden_at is null
  union all
  select null, statement, statement
  from facts where found.type = 'fact' and id = found.id and quarantined_at is null and hidden_at is null
  union all
  select thread_id, target,
    concat_ws(E'\n', target, attempted, error, workaround, environment)
  from reports where found.type = 'report' and id = found.id and hidden_at is null
  union all
  select null, coalesce(title, statement), concat_ws(E'\n', title, statement, (
    select string_agg(criterion->>'text', E'\n') from jsonb_array_elements(acceptance) criterion
  ))
  from work_packets where found.type = 'work' and id = found.id and hidden_at is null
)`;

/** Shortens titles and adds matches. `lexemes` are the lexemes of the query. */
export async function highlightHits(
  database: Database,
  entries: readonly MatchedEntry[],
  lexemes: readonly string[],
): Promise<Hit[]> {
  const scan = createWordScanner(lexemes, entries.length);
  const scannedTexts = entries.map(({ text }) => scan(text));
  const lexemesOf = await loadLexemes(database, distinctWordsOf(scannedTexts));
  const findMatches = createHighlighter(lexemes, lexemesOf, entries.length);
  return entries.map((entry, i) => ({
    ...entry,
    title: toTitle(entry.title),
    matches: findMatches(scannedTexts[i] as ScannedText),
  }));
}

const MAX_TITLE = 200;

/** Returns the text on one line: at most 200 characters, the last of them “…” if the text goes on. */
export function toTitle(text: string): string {
  // The slice can end between the halves of a surrogate pair.
  const start = text.slice(0, 4 * MAX_TITLE).replace(/[\ud800-\udbff]$/, '');
  const line = start.replaceAll(/\s+/g, ' ').trim();
  const goesOn = /\S/.test(text.slice(start.length));
  return truncate(goesOn ? `${line}…` : line, MAX_TITLE);
}
