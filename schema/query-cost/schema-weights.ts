import {
  getNamedType,
  getNullableType,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { COUNT_FIELDS, COUNTED_ALONE } from '../graphql/totals-only.ts';
import { VALUE_TYPES } from './value-types.ts';
import {
  POINTS_PER_PARENT,
  MAX_LIST_LENGTHS,
  MAX_NESTED_CHARACTERS,
  OBJECT_POINTS,
  PAGE_LENGTH_ARGUMENTS,
  PAGE_POINTS,
  REPEATING_ARGUMENTS,
  MAX_SCALAR_CHARACTERS,
  STATEMENT_POINTS,
  FIELD_STATEMENT_POINTS,
  MAX_TEXT_CHARACTERS,
} from './weights.ts';

/** The weight of a field. All numbers are finite and not negative. */
export interface FieldWeight {
  /** Points for each occurrence in the document, for any number of parents. */
  readonly statementPoints: number;
  /** Arguments that are lists: the total number of their values multiplies `statementPoints`. */
  readonly repeatingArguments: readonly string[];
  /** The argument that determines the length of a page: a number, or a list with one value for each record. */
  readonly lengthArgument: string;
  /** Points per parent object. */
  readonly pointsPerParent: number;
  /** Maximum objects of a list, as in `MAX_LIST_LENGTHS`; `page` for the lists of a page; null for other fields. */
  readonly listLength: number | 'first' | 'repeated' | 'page' | null;
  /** Points of each object of the list, or of each record of the page. */
  readonly pointsPerItem: number;
  /** Whether its object is a page: it reads `first` records, whichever of its lists are selected. */
  readonly isPage: boolean;
  /** Whether the page is not read if only its total is selected. */
  readonly isCountedAlone: boolean;
  /** Whether the field shows the count of a page: see `MAX_COUNT_POINTS`. */
  readonly isCount: boolean;
  /** Maximum characters of a leaf's value; null for an object. */
  readonly maxCharacters: number | null;
}

/** The weights of fields by `Type.field`. `Type.field.field` is a field whose weight below `Type.field` differs. */
export type SchemaWeights = ReadonlyMap<string, FieldWeight>;

/** Whether the objects of a type are pages of records. */
const isPageType = ({ name }: GraphQLNamedType): boolean =>
  name.endsWith('Connection') || name === 'RecordBatch';

/** Whether the objects of a type are read together with their parents, and so cost nothing. */
const isReadWithParent = ({ name }: GraphQLNamedType): boolean =>
  /(Edge|Payload)$/.test(name) || VALUE_TYPES.has(name);

/**
 * Returns the weights of all fields of object types by `Type.field`. Throws if a text field or list has no entry in the
 * tables of `weights.ts`, if an entry matches no field or type, or if a weight is negative or not finite.
 */
export function readSchemaWeights(schema: GraphQLSchema): SchemaWeights {
  const usedTextEntries = new Set<string>();
  const weights = new Map<string, FieldWeight>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const key = `${type.name}.${field.name}`;
      weights.set(key, assertValidWeight(key, readWeight({ key, parent: type, field }, usedTextEntries)));
    }
  }
  for (const [path, characters] of Object.entries(MAX_NESTED_CHARACTERS))
    weights.set(path, readNestedWeight(path, characters, { schema, weights }));
  assertUsed(usedTextEntries, weights);
  assertTypes(schema);
  return weights;
}

/** The weight of a field below another field, by its path `Type.field.field`. Throws if there is no such path. */
function readNestedWeight(
  path: string,
  characters: number,
  { schema, weights }: { readonly schema: GraphQLSchema; readonly weights: SchemaWeights },
): FieldWeight {
  const [typeName = '', fieldName = '', name = ''] = path.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  const weight = field && weights.get(`${getNamedType(field.type).name}.${name}`);
  if (weight) return assertValidWeight(path, { ...weight, maxCharacters: characters + QUOTE_CHARACTERS });
  throw new Error(`schema/query-cost/weights.ts: no such field: ${path}`);
}

function readWeight(
  {
    key,
    parent,
    field,
  }: {
    readonly key: string;
    readonly parent: GraphQLNamedType;
    readonly field: GraphQLField<unknown, unknown>;
  },
  usedTextEntries: Set<string>,
): FieldWeight {
  const type = getNamedType(field.type);
  const perParent = POINTS_PER_PARENT[key];
  const isCount = isPageType(parent) && COUNT_FIELDS.has(field.name);
  const base = {
    isCount,
    statementPoints: FIELD_STATEMENT_POINTS[key] ?? defaultStatementPoints(type, isCount),
    repeatingArguments: REPEATING_ARGUMENTS[key] ?? [],
    lengthArgument: PAGE_LENGTH_ARGUMENTS[key] ?? 'first',
    isPage: isPageType(type),
    isCountedAlone: COUNTED_ALONE.has(type.name),
    pointsPerParent: perParent ?? 0,
    listLength: null,
    pointsPerItem: 0,
    maxCharacters: null,
  };
  if (isLeafType(type)) return { ...base, maxCharacters: charactersOf(key, type, usedTextEntries) };
  if (isPageType(type)) {
    const pointsPerItem = pointsOf(recordTypeOf(type as GraphQLObjectType), type);
    return { ...base, pointsPerParent: perParent ?? PAGE_POINTS, pointsPerItem };
  }
  if (!isListType(getNullableType(field.type)))
    return { ...base, pointsPerParent: perParent ?? pointsOf(type, parent) };
  const listLength = lengthOf(key, parent);
  return { ...base, listLength, pointsPerItem: listLength === 'page' ? 0 : pointsOf(type, parent) };
}

const defaultStatementPoints = (type: GraphQLNamedType, isCount: boolean): number =>
  isCount || isPageType(type) ? STATEMENT_POINTS : 0;

/** Points of an object. The node of an edge costs nothing here: its page has counted it (`pointsPerItem`). */
const pointsOf = (type: GraphQLNamedType, parent: GraphQLNamedType): number =>
  isReadWithParent(type) || parent.name.endsWith('Edge') ? 0 : (OBJECT_POINTS[type.name] ?? 1);

/** The record type of a page. */
function recordTypeOf(page: GraphQLObjectType): GraphQLNamedType {
  const lists = Object.values(page.getFields()).filter(({ type }) => isListType(getNullableType(type)));
  const record = lists.map(({ type }) => getNamedType(type)).find(({ name }) => !name.endsWith('Edge'));
  if (!record) throw new Error(`${page.name} is a page without records`);
  return record;
}

/** The quotes of a text in JSON. */
const QUOTE_CHARACTERS = 2;

function charactersOf(key: string, type: GraphQLNamedType, usedTextEntries: Set<string>): number {
  if (isEnumType(type)) return lengthOfLongestName(type);
  const fixed = MAX_SCALAR_CHARACTERS[type.name];
  if (fixed !== undefined && MAX_TEXT_CHARACTERS[key] === undefined) return fixed;
  const shared = `*.${key.slice(key.indexOf('.') + 1)}`;
  const entry = MAX_TEXT_CHARACTERS[key] === undefined ? shared : key;
  usedTextEntries.add(entry);
  const characters = MAX_TEXT_CHARACTERS[entry];
  if (characters !== undefined) return characters + QUOTE_CHARACTERS;
  throw new Error(
    `${key} has no entry in MAX_TEXT_CHARACTERS (schema/query-cost/weights.ts): add its maximum length`,
  );
}

const lengthOfLongestName = (type: GraphQLEnumType): number =>
  Math.max(...type.getValues().map(({ name }) => name.length)) + QUOTE_CHARACTERS;

function lengthOf(key: string, parent: GraphQLNamedType): FieldWeight['listLength'] {
  if (isPageType(parent)) return 'page';
  const length = MAX_LIST_LENGTHS[key];
  if (length !== undefined) return length;
  throw new Error(
    `${key} has no entry in MAX_LIST_LENGTHS (schema/query-cost/weights.ts): add its maximum length`,
  );
}

function assertValidWeight(key: string, weight: FieldWeight): FieldWeight {
  const { statementPoints, pointsPerParent, pointsPerItem, listLength, maxCharacters } = weight;
  const maxLength = typeof listLength === 'number' ? listLength : 0;
  const numbers = [statementPoints, pointsPerParent, pointsPerItem, maxCharacters ?? 0, maxLength];
  if (numbers.every((number) => Number.isFinite(number) && number >= 0)) return weight;
  throw new Error(`${key} has a weight that is negative or not finite`);
}

/** Throws for entries of `OBJECT_POINTS` that match no type. */
function assertTypes(schema: GraphQLSchema): void {
  const stale = Object.keys(OBJECT_POINTS).filter((name) => !schema.getType(name));
  if (stale.length > 0) throw new Error(`schema/query-cost/weights.ts: no such type: ${stale.join(', ')}`);
}

/** Throws if a table that is keyed by field has the key of a misspelled or removed field. */
function assertUsed(usedTextEntries: ReadonlySet<string>, weights: SchemaWeights): void {
  const stale = [
    ...Object.keys(MAX_TEXT_CHARACTERS).filter((key) => !usedTextEntries.has(key)),
    ...[
      MAX_LIST_LENGTHS,
      FIELD_STATEMENT_POINTS,
      PAGE_LENGTH_ARGUMENTS,
      POINTS_PER_PARENT,
      REPEATING_ARGUMENTS,
    ].flatMap((table) => Object.keys(table).filter((key) => !weights.has(key))),
  ];
  if (stale.length > 0) throw new Error(`schema/query-cost/weights.ts: no such field: ${stale.join(', ')}`);
}
