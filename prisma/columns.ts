import { Prisma } from './generated/client/client.ts';

/** A column is its field in snake_case; a test holds every `@map` to that. */
export const toColumn = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The select list of a model, each column under the model's own name for it: rows come out as Prisma's. */
export function columns(model: Prisma.ModelName, alias?: string): Prisma.Sql {
  const prefix = alias === undefined ? '' : `${alias}.`;
  const name = `${prefix}${model}`;
  const list = lists.get(name) ?? selectList(model, prefix);
  lists.set(name, list);
  return list;
}

const lists = new Map<string, Prisma.Sql>();

function selectList(model: Prisma.ModelName, prefix: string): Prisma.Sql {
  const fields = Object.keys(Prisma[`${model}ScalarFieldEnum`]);
  return Prisma.raw(fields.map((field) => `${prefix}${toColumn(field)} as "${field}"`).join(', '));
}
