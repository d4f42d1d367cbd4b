// The client's entry point would load the client as well.
import { Prisma } from './generated/client/browser.ts';
import { raw, type Sql } from './sql.ts';

/** Converts camelCase to snake_case: the column of a Prisma field (a test checks every `@map`), the wire name of a variable. */
export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields of long text. The long text of one record may be as large as all other columns of a thousand records. */
const LONG_TEXT_FIELDS: { readonly [Model in Prisma.ModelName]?: readonly string[] } = {
  Post: ['body'],
  Inquiry: ['question', 'answerSchema', 'closeReason'],
  Answer: ['body', 'schemaErrors'],
  Fact: ['statement'],
  Report: ['attempted', 'error', 'environment', 'workaround', 'evidence'],
  WorkPacket: ['statement', 'acceptance'],
  WorkSubmission: ['artifact', 'evidence', 'limitations', 'decisionNote'],
  WorkReview: ['evidence', 'note'],
};

/** Select lists of a model: of all its columns, and of all but those with long text. */
export interface SelectLists {
  readonly complete: Sql;
  readonly short: Sql;
}

export type ColumnSet = keyof SelectLists;

const lists = new Map<string, SelectLists>();

/** Returns the select lists of a model. Columns are aliased to field names, so rows have the shape Prisma returns. */
export function selectLists(model: Prisma.ModelName, alias?: string): SelectLists {
  const prefix = alias === undefined ? '' : `${alias}.`;
  const key = `${prefix}${model}`;
  const list = lists.get(key) ?? createSelectLists(model, prefix);
  lists.set(key, list);
  return list;
}

/** Returns the select list of all columns of a model. */
export const columns = (model: Prisma.ModelName, alias?: string): Sql => selectLists(model, alias).complete;

/**
 * Returns Prisma's `omit` for a column set. It has no members for the compiler: as with select lists, short rows have the
 * type of complete ones.
 */
export const omitLongText = (model: Prisma.ModelName, columnSet: ColumnSet): object =>
  columnSet === 'short'
    ? Object.fromEntries((LONG_TEXT_FIELDS[model] ?? []).map((field) => [field, true]))
    : {};

function createSelectLists(model: Prisma.ModelName, prefix: string): SelectLists {
  const fields = Object.keys(Prisma[`${model}ScalarFieldEnum`]);
  const toSelectList = (selected: readonly string[]) =>
    raw(selected.map((field) => `${prefix}${toSnakeCase(field)} as "${field}"`).join(', '));
  const long = LONG_TEXT_FIELDS[model] ?? [];
  return {
    complete: toSelectList(fields),
    short: toSelectList(fields.filter((field) => !long.includes(field))),
  };
}
