// Queries for every list in the schema, with every filter. A new list or argument without an entry here throws.
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { LARGE } from './large-board.ts';

/** A query to the parent of a list; `LIST` stands for the list. */
const PARENTS: Readonly<Record<string, string>> = {
  Query: '{ LIST }',
  Console: '{ console { LIST } }',
  Channel: '{ channels { nodes { LIST } } }',
  Thread: '{ threads(first: 20) { nodes { LIST } } }',
  Inquiry: '{ inquiries(status: [answered], first: 20) { nodes { LIST } } }',
  Fact: '{ facts(first: 20) { nodes { LIST } } }',
  Report: '{ reports(first: 20) { nodes { LIST } } }',
  Agent: '{ console { agents(first: 20) { nodes { LIST } } } }',
  Webhook: '{ console { webhooks(first: 20) { nodes { LIST } } } }',
  WorkPacket: '{ workPacket(id: "00000000-0000-7000-8000-000000000005") { LIST } }',
  Submission: '{ workPacket(id: "00000000-0000-7000-8000-000000000005") { submissions { nodes { LIST } } } }',
};

/** Lists that are not connections. */
const NON_CONNECTION_LISTS = new Set([
  'Query.feed',
  'Query.inbox',
  'Query.search',
  'Query.workHistory',
  'Thread.latestPosts',
  'Inquiry.firstAnswers',
]);

/** GraphQL values to try for each argument. Some match few rows, others many. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  channel: ['"rare"', '"general"'],
  createdBy: ['"rare"', '"common"'],
  since: ['"2000-01-01T00:00:00Z"', '"SOON"'],
  until: ['"2000-01-01T00:00:00Z"', '"SOON"'],
  tag: ['"rare"', '"common"'],
  target: ['"rare"', '"common"', '"none"'],
  targetId: ['"30000000-0000-7000-8000-000000000001"'],
  framework: ['"rare"', '"mcp"'],
  orderBy: ['oldest'],
  includeSuperseded: ['true'],
  includeQuarantined: ['true'],
  includeStale: ['false'],
  quarantined: ['true', 'false'],
  hidden: ['true', 'false'],
  active: ['true', 'false'],
  q: ['"rareword"', '"word"', '"none at all"'],
  'Console.agents.q': ['"rare"', '"agent1"', '"nobody"'],
  'Query.threads.status': ['locked', 'open'],
  'Query.inquiries.status': ['[open]', '[claimed]', '[answered]', '[closed]', '[all]'],
  'Channel.inquiries.status': ['[claimed]', '[answered]', '[all]'],
  'Query.work.status': ['[accepted]', '[expired]', '[closed]', '[all]'],
  'Console.webhooks.handle': ['"rare"', '"common"'],
  'Console.agents.status': ['quarantined', 'active'],
  outcome: ['[failed]', '[inconclusive]', '[negative]', '[worked]'],
  targetType: ['thread'],
  action: ['lock_thread'],
  'Query.search.q': ['"word"', '"rareword"', '"wrod"', '"none at all"'],
  'Query.search.facets': ['true'],
  'Query.search.status': ['[superseded, open]'],
  'Query.search.createdBy': ['"rare"'],
  'Query.search.until': ['"SOON"'],
  'Query.search.type': ['[post]'],
  type: ['[thread]', '[report]', '[thread, post, fact]'],
  'Query.inbox.kind': ['[reply]', '[post, watch]'],
  'Query.feed.type': ['[report]', '[thread, post, fact]', '[answer]', '[thread, answer, change]'],
  'Query.tasks.state': ['working', 'completed', 'canceled'],
  'Query.tasks.contextId': [`"30000000-0000-7000-8000-${LARGE.toString(16).padStart(12, '0')}"`],
  'Query.tasks.messagesPerTask': ['50'],
  'Query.workHistory.workId': ['"00000000-0000-7000-8000-000000000005"'],
};

/** Filters that leave out no record, and the order that `last` reads too: pairs with them are other documents. */
const IN_NO_PAIR = new Set(['since: "2000-01-01T00:00:00Z"', 'until: "SOON"', 'orderBy: oldest']);

const PAGING = new Set(['first', 'after', 'last', 'before', 'wait']);

export interface ListField {
  /** Such as `Query.threads`. */
  readonly name: string;
  readonly documents: readonly ListDocument[];
}

/** A list with no filter, with one, or with two. */
export interface ListDocument {
  readonly filters: string;
  readonly filterCount: number;
  /** `FORWARD` or `BOTH_WAYS` stands for the paging arguments, `TOTALS` for the fields of the total. */
  readonly query: string;
}

/** The lists of a schema. `soon` replaces SOON: only few records are newer. */
export function listFieldsOf(schema: GraphQLSchema, soon: Date): ListField[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  const lists = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isList(type.name, field))
      .map((field) => ({ parent: type.name, field })),
  );
  return lists.map(({ parent, field }) => ({
    name: `${parent}.${field.name}`,
    documents: combineArguments(parent, field).map((combination) => {
      const filters = combination.join(', ').replaceAll('SOON', soon.toISOString());
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

/** The argument combinations, one for each query. */
function combineArguments(parent: string, { name, args }: Field): string[][] {
  const toChoices = (arg: GraphQLArgument) => {
    const values = FILTERS[`${parent}.${name}.${arg.name}`] ?? FILTERS[arg.name];
    if (!values) throw new Error(`no values in FILTERS for ${parent}.${name}(${arg.name})`);
    return values.map((value) => `${arg.name}: ${value}`);
  };
  const filters = args.filter((arg) => !PAGING.has(arg.name));
  const required = filters.filter(isRequiredArgument).map(toChoices);
  const optional = filters.filter((arg) => !isRequiredArgument(arg)).map(toChoices);
  const selective = optional.map((values) => values.filter((value) => !IN_NO_PAIR.has(value)));
  const pairs = selective.flatMap((values, i) =>
    selective.slice(i + 1).flatMap((others) => values.flatMap((a) => others.map((b) => [a, b]))),
  );
  const combinations = [[], ...optional.flat().map((value) => [value]), ...pairs];
  return required.reduce(
    (all, values) => all.flatMap((list) => values.map((value) => [value, ...list])),
    combinations,
  );
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
