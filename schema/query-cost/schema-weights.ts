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
import {
  POINTS_PER_PARENT,
  MAX_LIST_LENGTHS,
  OBJECT_POINTS,
  PAGE_POINTS,
  REPEATING_ARGUMENTS,
  MAX_SCALAR_CHARACTERS,
  STATEMENT_POINTS,
  FIELD_STATEMENT_POINTS,
  MAX_TEXT_CHARACTERS,
  VALUE_TYPES,
} from './weights.ts';

/** What one field can cost. All numbers are finite and not negative. */
export interface FieldWeight {
  /** Points of each occurrence in the document, however many parents it has. */
  readonly statementPoints: number;
  /** The list argument each value of which costs `statement` again. */
  readonly repeatingArgument: string | undefined;
  /** Points for each parent object. */
  readonly pointsPerParent: number;
  /** Objects of the list, as in `LENGTHS`; `page` for the lists of a page; null for what is no list. */
  readonly listLength: number | 'first' | 'repeated' | 'page' | null;
  /** Points of each object of the list, or of each record of the page. */
  readonly pointsPerItem: number;
  /** Whether its object is a page: it reads `first` records, whichever of its lists are selected. */
  readonly isPage: boolean;
  /** The most characters of a leaf's value; null for an object. */
  readonly maxCharacters: number | null;
}

export type SchemaWeights = ReadonlyMap<string, FieldWeight>;

const PAGES = new Set(['Feed', 'SearchResult', 'WorkHistory']);

const isPage = ({ name }: GraphQLNamedType): boolean => name.endsWith('Connection') || PAGES.has(name);

const isWrapper = ({ name }: GraphQLNamedType): boolean => name.endsWith('Edge') || VALUE_TYPES.has(name);

/**
 * The weight of every field of every object type, by `Type.field`. Throws where a field of text or a list has no entry in
 * the tables of `weights.ts`, where an entry belongs to no field, and where a weight is negative or not finite.
 */
export function readSchemaWeights(schema: GraphQLSchema): SchemaWeights {
  const used = new Set<string>();
  const weights = new Map<string, FieldWeight>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const key = `${type.name}.${field.name}`;
      weights.set(key, assertSound(key, readWeight({ key, parent: type, field }, used)));
    }
  }
  assertUsed(used, weights);
  return weights;
}

interface Place {
  readonly key: string;
  readonly parent: GraphQLNamedType;
  readonly field: GraphQLField<unknown, unknown>;
}

function readWeight({ key, parent, field }: Place, used: Set<string>): FieldWeight {
  const type = getNamedType(field.type);
  const perParent = POINTS_PER_PARENT[key];
  const single = {
    statementPoints: FIELD_STATEMENT_POINTS[key] ?? (isPage(type) ? STATEMENT_POINTS : 0),
    repeatingArgument: REPEATING_ARGUMENTS[key],
    isPage: isPage(type),
    pointsPerParent: perParent ?? 0,
    listLength: null,
    pointsPerItem: 0,
    maxCharacters: null,
  };
  if (isLeafType(type)) return { ...single, maxCharacters: charactersOf(key, type, used) };
  if (isPage(type)) {
    const pointsPerItem = pointsOf(recordOf(type as GraphQLObjectType), type);
    return { ...single, pointsPerParent: perParent ?? PAGE_POINTS, pointsPerItem };
  }
  if (!isListType(getNullableType(field.type)))
    return { ...single, pointsPerParent: perParent ?? pointsOf(type, parent) };
  const listLength = lengthOf(key, parent);
  return { ...single, listLength, pointsPerItem: listLength === 'page' ? 0 : pointsOf(type, parent) };
}

/** An object costs a point, unless it is part of one that is paid for: the node of an edge, a value of a row. */
const pointsOf = (type: GraphQLNamedType, parent: GraphQLNamedType): number =>
  isWrapper(type) || parent.name.endsWith('Edge') ? 0 : (OBJECT_POINTS[type.name] ?? 1);

/** The type of the records of a page. */
function recordOf(page: GraphQLObjectType): GraphQLNamedType {
  const lists = Object.values(page.getFields()).filter(({ type }) => isListType(getNullableType(type)));
  const record = lists.map(({ type }) => getNamedType(type)).find(({ name }) => !name.endsWith('Edge'));
  if (!record) throw new Error(`${page.name} is a page without records`);
  return record;
}

function charactersOf(key: string, type: GraphQLNamedType, used: Set<string>): number {
  if (isEnumType(type)) return longestName(type);
  const fixed = MAX_SCALAR_CHARACTERS[type.name];
  if (fixed !== undefined) return fixed;
  const shared = `*.${key.slice(key.indexOf('.') + 1)}`;
  const entry = MAX_TEXT_CHARACTERS[key] === undefined ? shared : key;
  used.add(entry);
  const characters = MAX_TEXT_CHARACTERS[entry];
  if (characters !== undefined) return characters;
  throw new Error(`${key} has no entry in TEXT (schema/query-cost/weights.ts): say how long it can be`);
}

const longestName = (type: GraphQLEnumType): number =>
  Math.max(...type.getValues().map(({ name }) => name.length)) + 2;

function lengthOf(key: string, parent: GraphQLNamedType): FieldWeight['listLength'] {
  if (parent.name.endsWith('Connection') || isPage(parent)) return 'page';
  const length = MAX_LIST_LENGTHS[key];
  if (length !== undefined) return length;
  throw new Error(`${key} has no entry in LENGTHS (schema/query-cost/weights.ts): say how long it can be`);
}

function assertSound(key: string, weight: FieldWeight): FieldWeight {
  const {
    statementPoints: statement,
    pointsPerParent: each,
    pointsPerItem: item,
    listLength: length,
    maxCharacters: characters,
  } = weight;
  const numbers = [statement, each, item, characters ?? 0, typeof length === 'number' ? length : 0];
  if (numbers.every((number) => Number.isFinite(number) && number >= 0)) return weight;
  throw new Error(`${key} has a weight that is negative or not finite`);
}

/** An entry that belongs to no field is a typing error, or left over. */
function assertUsed(texts: ReadonlySet<string>, weights: SchemaWeights): void {
  const stale = [
    ...Object.keys(MAX_TEXT_CHARACTERS).filter((key) => !texts.has(key)),
    ...[MAX_LIST_LENGTHS, FIELD_STATEMENT_POINTS, POINTS_PER_PARENT, REPEATING_ARGUMENTS].flatMap((table) =>
      Object.keys(table).filter((key) => !weights.has(key)),
    ),
  ];
  if (stale.length > 0) throw new Error(`schema/query-cost/weights.ts: no such field: ${stale.join(', ')}`);
}
