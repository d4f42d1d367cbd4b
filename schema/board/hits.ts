// What is told of the records that a search found: a title and a snippet, from the records' own texts.
import { type Database, type EntryType, sql, type Sql } from '../../prisma/client.ts';
import { createMarks, wordsToCheck } from './marking.ts';
import { snippetOf } from './snippet.ts';

/** An entry that is found, by what the store says of it. */
export interface Found {
  readonly id: string;
  readonly type: EntryType;
  readonly channelSlug: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly score: number;
}

export interface Hit extends Found {
  /** The thread that a post or a report is in, or that is found itself. */
  readonly threadId: string | null;
  readonly title: string;
  readonly snippet: string;
}

interface Said {
  readonly id: string;
  readonly threadId: string | null;
  readonly title: string;
  readonly text: string;
}

const TITLE_MAX = 200;

/** Describes entries, in their order; those hidden or quarantined since they were found are left out. */
export async function describeHits(
  database: Database,
  found: readonly Found[],
  lexemes: readonly string[],
): Promise<Hit[]> {
  if (found.length === 0) return [];
  const texts = await database.rows<Said>(textsOf(found.map(({ id }) => id)));
  const marks = createMarks(lexemes, await findWords(database, texts, lexemes));
  const byId = new Map(texts.map((said) => [said.id, said]));
  return found.flatMap((entry) => {
    const said = byId.get(entry.id);
    if (!said) return [];
    const { threadId, title, text } = said;
    return [{ ...entry, threadId, title: toTitle(title), snippet: snippetOf(text, marks(text)) }];
  });
}

const toTitle = (text: string): string => {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return characters.length <= TITLE_MAX
    ? characters.join('')
    : `${characters.slice(0, TITLE_MAX - 1).join('')}…`;
};

/** Texts longer than the longest post are searched for what to show no further. */
const textsOf = (ids: readonly string[]): Sql => sql`
  select id, id as "threadId", subject as title, subject as text from threads where id = any(${ids}::uuid[])
  union all
  select post.id, thread.id, thread.subject, post.body
  from posts post join threads thread on thread.id = post.thread_id
  where post.id = any(${ids}::uuid[]) and post.hidden_at is null
  union all
  select inquiry.id, null, inquiry.question, left(concat_ws(E'\n', inquiry.question, given.body), 20000)
  from inquiries inquiry, lateral (
    select string_agg(body, E'\n' order by seq) as body from answers
    where inquiry_id = inquiry.id and seq <= 50
  ) given
  where inquiry.id = any(${ids}::uuid[])
  union all
  select id, null, statement, concat_ws(E'\n', statement, array_to_string(tags, ', ')) from facts
  where id = any(${ids}::uuid[]) and quarantined_at is null
  union all
  select id, thread_id, target,
    concat_ws(E'\n', target, attempted, error, workaround, environment, array_to_string(tags, ', '))
  from reports where id = any(${ids}::uuid[])
  union all
  select id, null, coalesce(title, statement), concat_ws(E'\n', title, statement, (
    select string_agg(criterion->>'text', E'\n') from jsonb_array_elements(acceptance) criterion
  ))
  from work_packets where id = any(${ids}::uuid[])`;

/** The words of the texts that the query found: only the store knows what a word is stemmed to. */
async function findWords(
  database: Database,
  texts: readonly Said[],
  lexemes: readonly string[],
): Promise<ReadonlySet<string>> {
  const words = wordsToCheck(
    texts.map(({ text }) => text),
    lexemes,
  );
  if (words.length === 0) return new Set();
  const rows = await database.rows<{ word: string }>(sql`
    select word from unnest(${words}::text[]) word
    where tsvector_to_array(to_tsvector('board', search_words(word))) && ${lexemes}::text[]`);
  return new Set(rows.map(({ word }) => word));
}
