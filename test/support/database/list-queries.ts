// Queries for every list in the schema, with every filter. `listFieldsOf` throws for a list whose parent type is not in PARENTS,
// and for an argument that is not in FILTERS.
import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { FILTERS } from './list-filters.ts';

/** Queries to the parents of lists, by type of the parent; `LIST` stands for the list. */
const PARENTS: Readonly<Record<string, string>> = {
  Query: '{ LIST }',
  Console: '{ console { LIST } }',
  Channel: '{ channels { nodes { LIST } } }',
  Thread: '{ threads(first: 20) { nodes { LIST } } }',
  Inquiry: '{ inquiries(filter: { statuses: [answered] }, first: 20) { nodes { LIST } } }',
  Fact: '{ facts(first: 20) { nodes { LIST } } }',
  Report: '{ reports(first: 20) { nodes { LIST } } }',
  Agent: '{ console { agents(first: 20, orderBy: { field: CREATED, direction: ASC }) { nodes { LIST } } } }',
  Post: '{ posts(first: 20) { nodes { LIST } } }',
  Webhook: '{ console { webhooks(first: 20) { nodes { LIST } } } }',
  WorkPacket: '{ workPacket(id: "00000000-0000-7000-8000-000000000005") { LIST } }',
  Submission: '{ workPacket(id: "00000000-0000-7000-8000-000000000005") { submissions { nodes { LIST } } } }',
};

/** Lists of records that are not connections. Lists of other values are not tried. */
const NON_CONNECTION_LISTS = new Set(['Thread.latestPosts', 'Inquiry.firstAnswers']);

/** Types whose lists are those of `Query`: the inbox after a mutation, and streams. */
const SAME_LISTS = new Set(['InboxState', 'Subscription']);

/** Pairs of members of `filter` that the schema rejects together. */
const REFUSED_PAIRS = ['Query.posts authors channels'];

/**
 * Values that are tried alone only: filters that match nearly all records (a bare time as `until`: none), and the reversed order of
 * most lists, which `last` reads as well.
 */
const IN_NO_PAIR = new Set([
  '{ since: "2000-01-01T00:00:00Z" }',
  '{ until: "RECENT" }',
  '"2000-01-01T00:00:00Z"',
  '{ field: CREATED, direction: ASC }',
]);

const PAGING = new Set(['first', 'after', 'last', 'before', 'wait']);

export interface ListField {
  /** For example `Query.threads`. */
  readonly name: string;
  readonly documents: readonly ListDocument[];
}

/** A query for a list, with at most two optional arguments or members of `filter`. */
export interface ListDocument {
  /** The arguments as text, without those of paging. */
  readonly filters: string;
  readonly filterCount: number;
  /** `FORWARD` or `BOTH_WAYS` stands for the paging arguments, `TOTALS` for the fields of the total. */
  readonly query: string;
}

/** The lists of a schema. `recent` replaces RECENT in the filters. */
export function listFieldsOf(schema: GraphQLSchema, recent: Date): ListField[] {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter(({ name }) => !SAME_LISTS.has(name));
  const lists = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isList(type.name, field))
      .map((field) => ({ parent: type.name, field })),
  );
  return lists.map(({ parent, field }) => ({
    name: `${parent}.${field.name}`,
    documents: combineArguments(parent, field).map((combination) => {
      const filters = writeArguments(combination).replaceAll('RECENT', recent.toISOString());
      return {
        filters,
        filterCount: combination.length,
        query: toDocument(parent, field, filters),
      };
    }),
  }));
}

type Field = GraphQLField<unknown, unknown>;

const isList = (parent: string, { name, type }: Field) =>
  getNamedType(type).name.endsWith('Connection') || NON_CONNECTION_LISTS.has(`${parent}.${name}`);

/** An argument or a member of the argument `filter`, with a value. */
interface Choice {
  readonly name: string;
  readonly value: string;
  readonly isMember: boolean;
}

/** The argument combinations, one for each query. */
function combineArguments(parent: string, { name, args }: Field): Choice[][] {
  const toChoices = (isMember: boolean) => (arg: { readonly name: string }) => {
    const values = FILTERS[`${parent}.${name}.${arg.name}`] ?? FILTERS[arg.name];
    if (!values) throw new Error(`no values in FILTERS for ${parent}.${name}(${arg.name})`);
    return values.map((value) => ({ name: arg.name, value, isMember }));
  };
  const filters = args.filter((arg) => !PAGING.has(arg.name) && arg.name !== 'filter');
  const required = filters.filter(isRequiredArgument).map(toChoices(false));
  const optional = [
    ...filters.filter((arg) => !isRequiredArgument(arg)).map(toChoices(false)),
    ...membersOf(args).map(toChoices(true)),
  ];
  const selective = optional.map((values) => values.filter(({ value }) => !IN_NO_PAIR.has(value)));
  const isAllowed = (pair: readonly Choice[]) =>
    !REFUSED_PAIRS.includes([`${parent}.${name}`, ...pair.map((choice) => choice.name).sort()].join(' '));
  const pairs = selective.flatMap((values, i) =>
    selective.slice(i + 1).flatMap((others) => values.flatMap((a) => others.map((b) => [a, b]))),
  );
  const combinations = [[], ...optional.flat().map((value) => [value]), ...pairs.filter(isAllowed)];
  return required.reduce<Choice[][]>(
    (all, values) => all.flatMap((list) => values.map((value) => [value, ...list])),
    combinations,
  );
}

function membersOf(args: Field['args']): GraphQLInputField[] {
  const type = getNullableType(args.find(({ name }) => name === 'filter')?.type);
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
}

/** The arguments as text. */
function writeArguments(combination: readonly Choice[]): string {
  const write = ({ name, value }: Choice) => `${name}: ${value}`;
  const members = combination.filter(({ isMember }) => isMember).map(write);
  const filter = members.length > 0 ? [`filter: { ${members.join(', ')} }`] : [];
  return [...combination.filter(({ isMember }) => !isMember).map(write), ...filter].join(', ');
}

function toDocument(parent: string, { name, type, args }: Field, filters: string): string {
  const parentQuery = PARENTS[parent];
  if (parentQuery === undefined) throw new Error(`no query in PARENTS for ${parent}`);
  const takes = (argument: string) => args.some((arg) => arg.name === argument);
  const page = takes('last') ? 'BOTH_WAYS' : takes('first') ? 'FORWARD' : '';
  const inside = [page, filters].filter((part) => part !== '').join(', ');
  const fields = getNamedType(type).name.endsWith('Connection')
    ? `{ nodes { __typename } pageInfo { startCursor endCursor hasNextPage } ${takes('last') ? 'TOTALS' : ''} }`
    : '{ __typename }';
  return parentQuery.replace('LIST', `list: ${name}${inside && `(${inside})`} ${fields}`);
}
