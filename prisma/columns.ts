// `browser.ts`, because the generated `client.ts` loads Prisma Client, which only some processes need.
import { Prisma } from './generated/client/browser.ts';
import { raw, type Sql } from './sql.ts';

/**
 * Converts camelCase to snake_case: the name of a Prisma field to the name of its column (a test checks every `@map`), or the
 * name of a variable to its name on the wire.
 */
export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields of long text. The long text of one record may be as large as all other columns of a thousand records. */
const LONG_TEXT_FIELDS = {
  Post: ['body'],
  Inquiry: ['question', 'answerSchema', 'closeReason'],
  Answer: ['body', 'schemaErrors'],
  Fact: ['statement', 'sources'],
  Report: ['attempted', 'error', 'environment', 'workaround', 'evidence'],
  WorkPacket: ['statement', 'acceptance'],
  WorkSubmission: ['artifact', 'evidence', 'limitations', 'decisionNote'],
  WorkReview: ['evidence', 'note'],
} satisfies { readonly [Model in Prisma.ModelName]?: readonly string[] };

/** A model with long text. */
export type TextModel = keyof typeof LONG_TEXT_FIELDS;

/** The fields of long text of a model; none for a model without long text. */
export const longTextFields = (model: Prisma.ModelName): readonly string[] =>
  model in LONG_TEXT_FIELDS ? LONG_TEXT_FIELDS[model as TextModel] : [];

/** Fields in which callers may write any JSON. They are selected as `json`, which is not parsed (prisma/json-text.ts). */
const CALLER_JSON_FIELDS: { readonly [Model in Prisma.ModelName]?: readonly string[] } = {
  Agent: ['declaration'],
  Inquiry: ['answerSchema'],
  Report: ['evidence'],
  WorkSubmission: ['artifact', 'evidence', 'limitations'],
  WorkReview: ['evidence'],
};

/** All columns, or all but those with long text. */
export type ColumnSet = 'complete' | 'short';

/** The select list of a model for each column set. */
export interface SelectLists extends Readonly<Record<ColumnSet, Sql>> {
  /** Expression: the bytes of long text in a row selected with the list; null if such rows have no long text. */
  readonly textBytes: Readonly<Record<ColumnSet, Sql | null>>;
}

const cachedLists = new Map<string, SelectLists>();

/** Returns the select lists of a model. Each column is named after its field, so rows have the shape Prisma returns. */
export function selectLists(model: Prisma.ModelName, tableAlias?: string): SelectLists {
  const prefix = tableAlias === undefined ? '' : `${tableAlias}.`;
  const key = `${prefix}${model}`;
  const list = cachedLists.get(key) ?? createSelectLists(model, prefix);
  cachedLists.set(key, list);
  return list;
}

/** Returns the select list of all columns of a model. */
export const columns = (model: Prisma.ModelName, tableAlias?: string): Sql =>
  selectLists(model, tableAlias).complete;

/**
 * Returns the select list of all columns of a model, each named by the table alias and the field: `agent.id`. For statements
 * that read rows of two models at once.
 */
export const qualifiedColumns = (model: Prisma.ModelName, tableAlias: string): Sql =>
  createSelectLists(model, `${tableAlias}.`, `${tableAlias}.`).complete;

/**
 * Returns the `omit` argument of Prisma queries for a column set. Typed as `object`, so that short rows have the type of complete
 * rows, as with select lists.
 */
export const omitLongText = (model: Prisma.ModelName, columnSet: ColumnSet): object =>
  columnSet === 'short' ? Object.fromEntries(longTextFields(model).map((field) => [field, true])) : {};

function createSelectLists(model: Prisma.ModelName, prefix: string, namePrefix = ''): SelectLists {
  const fields = Object.keys(Prisma[`${model}ScalarFieldEnum`]);
  const toSelectList = (selected: readonly string[]) =>
    raw(
      selected
        .map((field) => `${prefix}${columnExpression(model, field)} as "${namePrefix}${field}"`)
        .join(', '),
    );
  const long = longTextFields(model);
  return {
    complete: toSelectList(fields),
    short: toSelectList(fields.filter((field) => !long.includes(field))),
    textBytes: { complete: long.length > 0 ? sumBytes(long) : null, short: null },
  };
}

const columnExpression = (model: Prisma.ModelName, field: string): string =>
  `${toSnakeCase(field)}${CALLER_JSON_FIELDS[model]?.includes(field) ? '::json' : ''}`;

/** Returns the expression that selects a field of a model. Its value is the same as with the select list of the model. */
export const selectedColumn = (model: Prisma.ModelName, field: string): Sql =>
  raw(columnExpression(model, field));

/**
 * Returns the expression for the total bytes of fields of text or JSON. `fields` has the names of their columns in the selected
 * rows. PostgreSQL finds the length of a text without reading the text, but reads JSON.
 */
export const sumBytes = (fields: readonly string[]): Sql =>
  raw(fields.map((field) => `coalesce(octet_length("${field}"::text), 0)`).join(' + '));
