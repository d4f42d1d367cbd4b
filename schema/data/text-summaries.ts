// The beginnings and sizes of long texts.
import {
  type Database,
  longTextFields,
  raw,
  sql,
  type Sql,
  sumBytes,
  type TextModel,
  toSnakeCase,
  dependsOnRow,
} from '../../prisma/client.ts';
import { MAX_EXCERPT_LENGTH, toExcerpt } from '../values/excerpt.ts';
import { oncePerObject } from '../values/once-per-object.ts';
import { createRowLoader } from './batch-loaders.ts';

/** Characters that are read for an excerpt. More than an excerpt has: white space and markup are removed. */
const READ_CHARACTERS = 4 * MAX_EXCERPT_LENGTH;

/** Where the text of a record is: its table, and an SQL expression. JSON is shown as its text. */
const TEXTS: { readonly [Model in TextModel]: readonly [table: string, text: string] } = {
  Post: ['posts', 'body'],
  Inquiry: ['inquiries', 'question'],
  Answer: ['answers', 'body'],
  Fact: ['facts', 'statement'],
  Report: ['reports', 'attempted'],
  WorkPacket: ['work_packets', 'statement'],
  WorkSubmission: ['work_submissions', "coalesce(artifact->>'content', artifact->>'uri', artifact #>> '{}')"],
  WorkReview: ['work_reviews', "evidence #>> '{}'"],
};

/** Returns the table of a model with long text. */
export const tableOf = (model: TextModel): Sql => raw(TEXTS[model][0]);

/** Fields with long text that the board writes, not the author. */
const BOARD_FIELDS = ['schemaErrors'];

/** Where the note on the decision about a submission is. */
const DECISION_NOTE = ['work_submissions', "coalesce(decision_note, '')"] as const;

/** The beginning of the text of a record. */
export interface TextSummary {
  readonly id: string;
  readonly beginning: string;
  /** Whether the text is longer. */
  readonly isCut: boolean;
  /** The size of all long text of the record except `BOARD_FIELDS`, in bytes of UTF-8. */
  readonly bytes: number;
}

/** Returns the excerpt of a text. Computed once for each loaded text: a document may ask for it under a hundred aliases. */
export const excerptOf = oncePerObject(({ beginning, isCut }: TextSummary) => toExcerpt(beginning, isCut));

/**
 * Creates loaders of the beginning and the size of texts, by id. PostgreSQL reads only the beginning of a long text that is not in
 * JSON.
 */
export const createTextSummaryLoaders = (database: Database) => ({
  ...(Object.fromEntries(
    Object.entries(TEXTS).map(([model, text]) => [
      model,
      createSummaryLoader(database, model as TextModel, text),
    ]),
  ) as Readonly<Record<TextModel, ReturnType<typeof createSummaryLoader>>>),
  decisionNote: createSummaryLoader(database, 'WorkSubmission', DECISION_NOTE),
});

function createSummaryLoader(database: Database, model: TextModel, [table, text]: (typeof TEXTS)[TextModel]) {
  const fields = longTextFields(model).filter((field) => !BOARD_FIELDS.includes(field));
  const beginning = raw(`left(${text}, ${READ_CHARACTERS})`);
  return createRowLoader<TextSummary>(
    database,
    'id',
    (ids) => sql`
      select id, ${beginning} as beginning, octet_length(${beginning}) < octet_length(${raw(text)}) as "isCut",
        ${sumBytes(fields.map(toSnakeCase))} as bytes
      from ${raw(table)} where id = any(${ids}::uuid[])`,
    dependsOnRow,
  );
}
