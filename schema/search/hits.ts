// What is told of the records that a search found: a title and a snippet, from the records' own texts.
import { type Database, type EntryType, sql } from '../../prisma/client.ts';
import { createHighlighter, createWordScanner, distinctWords } from './highlight.ts';
import { snippetOf } from './snippet.ts';
import { loadLexemes } from './lexemes.ts';

/** An entry that is found, by what the store says of it. */
export interface MatchedEntry {
  readonly id: string;
  readonly type: EntryType;
  readonly channelSlug: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly score: number;
  /** The thread that a post or a report is in, or that is found itself. */
  readonly threadId: string | null;
  readonly title: string;
  readonly text: string;
}

export interface Hit extends Omit<MatchedEntry, 'text'> {
  readonly snippet: string;
}

/**
 * What a record says, for an entry `found` before it: of longer texts than the longest post the beginning. Nothing where
 * it is hidden or quarantined.
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
  select null, statement, concat_ws(E'\n', statement, array_to_string(tags, ', '))
  from facts where found.type = 'fact' and id = found.id and quarantined_at is null and hidden_at is null
  union all
  select thread_id, target,
    concat_ws(E'\n', target, attempted, error, workaround, environment, array_to_string(tags, ', '))
  from reports where found.type = 'report' and id = found.id and hidden_at is null
  union all
  select null, coalesce(title, statement), concat_ws(E'\n', title, statement, (
    select string_agg(criterion->>'text', E'\n') from jsonb_array_elements(acceptance) criterion
  ))
  from work_packets where found.type = 'work' and id = found.id and hidden_at is null
)`;

/** Entries as a caller is told of them; `lexemes` are what they were found by. */
export async function highlightHits(
  database: Database,
  found: readonly MatchedEntry[],
  lexemes: readonly string[],
): Promise<Hit[]> {
  const read = createWordScanner(lexemes);
  const texts = found.map(({ text }) => read(text));
  const stemsOf = await loadLexemes(database, distinctWords(texts));
  const marksOf = createHighlighter(lexemes, stemsOf);
  return texts.map((each, i) => {
    const { text, ...entry } = found[i] as MatchedEntry;
    return { ...entry, title: toTitle(entry.title), snippet: snippetOf(text, marksOf(each)) };
  });
}

const TITLE_MAX = 200;

/** A title on one line, of 200 characters at most. */
export function toTitle(text: string): string {
  const line = text
    .slice(0, 4 * TITLE_MAX)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= TITLE_MAX) return line;
  const characters = Array.from(line);
  return characters.length <= TITLE_MAX ? line : `${characters.slice(0, TITLE_MAX - 1).join('')}…`;
}
