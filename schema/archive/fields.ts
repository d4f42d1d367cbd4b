// The fields of an archived type, from its Prisma model. A new field of a model is in the archive without a change
// here.
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import { toSnakeCase } from '../../prisma/client.ts';
import type { ArchivedType } from './archived-types.ts';

/** A field of an archived type. */
export interface Field {
  /** Name in the Prisma model. */
  readonly name: string;
  /** Name of the database column, and of the member of a line. */
  readonly column: string;
  /** `String`, `Int`, `Boolean`, `DateTime`, `Json`, or the name of an enum. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
}

/** A foreign key of an archived type. */
export interface Reference {
  readonly model: string;
  readonly fields: readonly string[];
}

/** Parsed once, because it is large. */
const { models } = getDatamodel().datamodel;

const modelOf = ({ model }: ArchivedType) => {
  const prismaModel = models[model];
  if (!prismaModel) throw new Error(`there is no model ${model}`);
  return prismaModel;
};

/** Returns all fields that have a column. */
export const fieldsOf = (archivedType: ArchivedType): readonly Field[] =>
  modelOf(archivedType)
    .fields.filter(({ kind }) => kind !== 'object')
    .map(({ name, type, isRequired, isList }) => ({
      name,
      column: toSnakeCase(name),
      type,
      isNullable: !isRequired,
      isList,
    }));

/** Returns the fields that lines contain. */
export const archivedFieldsOf = (archivedType: ArchivedType): readonly Field[] => {
  const excluded = new Set([...archivedType.omitted, ...archivedType.computed]);
  return fieldsOf(archivedType).filter(({ name }) => !excluded.has(name));
};

/** Returns the foreign keys. */
export const referencesOf = (archivedType: ArchivedType): readonly Reference[] =>
  modelOf(archivedType).fields.flatMap((field) =>
    field.kind === 'object' && field.relationFromFields && field.relationFromFields.length > 0
      ? [{ model: field.type, fields: field.relationFromFields }]
      : [],
  );
