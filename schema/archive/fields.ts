// The fields of a noun as its model has them: what a noun is given later is in its archive from then on.
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import { toColumnName } from '../../prisma/client.ts';
import type { Noun } from './nouns.ts';

/** A column of a noun, by the model's name for it and by the line's, which is the column's own. */
export interface Field {
  readonly name: string;
  readonly column: string;
  /** `String`, `Int`, `Boolean`, `DateTime`, `Json`, or the name of an enum. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
}

/** Fields by which a noun points to others. */
export interface Reference {
  readonly model: string;
  readonly fields: readonly string[];
}

/** Read once: it is JSON, and large. */
const { models } = getDatamodel().datamodel;

const modelOf = ({ model }: Noun) => {
  const found = models[model];
  if (!found) throw new Error(`there is no model ${model}`);
  return found;
};

/** Every column. */
export const fieldsOf = (noun: Noun): readonly Field[] =>
  modelOf(noun)
    .fields.filter(({ kind }) => kind !== 'object')
    .map(({ name, type, isRequired, isList }) => ({
      name,
      column: toColumnName(name),
      type,
      isNullable: !isRequired,
      isList,
    }));

/** Those that lines have. */
export const archivedFields = (noun: Noun): readonly Field[] => {
  const untold = new Set([...noun.kept, ...noun.computed]);
  return fieldsOf(noun).filter(({ name }) => !untold.has(name));
};

/** What its records point to. */
export const referencesOf = (noun: Noun): readonly Reference[] =>
  modelOf(noun).fields.flatMap((field) =>
    field.kind === 'object' && field.relationFromFields && field.relationFromFields.length > 0
      ? [{ model: field.type, fields: field.relationFromFields }]
      : [],
  );
