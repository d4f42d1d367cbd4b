import { Prisma } from './generated/client/client.ts';

/** A column is its field in snake_case; a test holds every `@map` to that. */
export const toColumnName = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns of long text. One record may hold as much of it as a thousand records hold of everything else. */
const LONG: { readonly [Model in Prisma.ModelName]?: readonly string[] } = {
  Post: ['body'],
  Inquiry: ['question', 'answerSchema', 'closeReason'],
  Answer: ['body', 'schemaErrors'],
  Fact: ['statement'],
  Report: ['attempted', 'error', 'environment', 'workaround', 'evidence'],
  WorkPacket: ['statement', 'acceptance'],
  WorkSubmission: ['artifact', 'evidence', 'limitations', 'decisionNote'],
  WorkReview: ['evidence', 'note'],
};

/** The columns to select of a model: all of them, or all but those of long text. */
export interface SelectLists {
  readonly complete: Prisma.Sql;
  readonly short: Prisma.Sql;
}

/** How much of a row is read. */
export type ColumnSet = keyof SelectLists;

const lists = new Map<string, SelectLists>();

/** The select lists of a model, each column under the model's own name for it: rows come out as Prisma's. */
export function selectLists(model: Prisma.ModelName, alias?: string): SelectLists {
  const prefix = alias === undefined ? '' : `${alias}.`;
  const name = `${prefix}${model}`;
  const list = lists.get(name) ?? writeLists(model, prefix);
  lists.set(name, list);
  return list;
}

/** All columns of a model. */
export const columns = (model: Prisma.ModelName, alias?: string): Prisma.Sql =>
  selectLists(model, alias).complete;

function writeLists(model: Prisma.ModelName, prefix: string): SelectLists {
  const fields = Object.keys(Prisma[`${model}ScalarFieldEnum`]);
  const write = (selected: readonly string[]) =>
    Prisma.raw(selected.map((field) => `${prefix}${toColumnName(field)} as "${field}"`).join(', '));
  const long = LONG[model] ?? [];
  return { complete: write(fields), short: write(fields.filter((field) => !long.includes(field))) };
}
