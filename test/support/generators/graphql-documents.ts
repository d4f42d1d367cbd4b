// Generates valid GraphQL documents over a schema: fragments, aliases, directives, variables of every kind.
import * as fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLInterfaceType,
} from 'graphql';

export interface GeneratedDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Values for arguments: ids of existing records, and texts by argument name. */
export interface ArgumentPool {
  readonly ids: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** Large sizes are listed several times, so that they are chosen more often. */
const PAGE_SIZES = [1, 2, 5, 5, 10, 10, 20, 20, 50, 50, 50, 50];
const UNKNOWN_IDS = ['00000000-0000-7000-8000-000000000000', 'no id'];
const INVALID_PAGE_SIZES = [51, 0, -1, -2_000_000_000, 2_147_483_647];

const builders = new Map<number, () => fc.Arbitrary<number>>();

/**
 * Numbers up to `max`, without fast-check’s bias to small ones, which would make most documents similar. Returns the same
 * function for the same maximum: fast-check caches the arbitrary of a function, and comparing arguments would take longer.
 */
function uniform(max: number): () => fc.Arbitrary<number> {
  const builder = builders.get(max) ?? toBuilder(fc.noBias(fc.integer({ min: 0, max })));
  builders.set(max, builder);
  return builder;
}

const toBuilder = (arbitrary: fc.Arbitrary<number>) => () => arbitrary;

type Composite = GraphQLObjectType | GraphQLInterfaceType;

/** Valid documents, mostly expensive ones. */
export const graphqlDocuments = (
  schema: GraphQLSchema,
  pool: ArgumentPool,
): fc.Arbitrary<GeneratedDocument> => fc.gen().map((draw) => new Writer(schema, pool, draw).write());

class Writer {
  readonly #schema: GraphQLSchema;
  readonly #pool: ArgumentPool;
  readonly #draw: fc.GeneratorValue;
  readonly #definitions: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  readonly #fragments: string[] = [];
  #names = 0;
  #fields = 0;

  constructor(schema: GraphQLSchema, pool: ArgumentPool, draw: fc.GeneratorValue) {
    this.#schema = schema;
    this.#pool = pool;
    this.#draw = draw;
  }

  write(): GeneratedDocument {
    const root = this.#schema.getQueryType() as GraphQLObjectType;
    const selection = this.#selection(root, this.#pick([3, 4, 5, 6, 7, 9, 12]));
    const variables = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
    const query = [`query Q${variables} ${selection}`, ...this.#fragments].join('\n');
    return { query, variables: this.#variables };
  }

  #int(max: number): number {
    return this.#draw(uniform(max));
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#int(values.length - 1)] as Value;
  }

  #chance(percent: number): boolean {
    return this.#int(99) < percent;
  }

  #name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  #selection(type: Composite, depth: number): string {
    const fields = Object.values(type.getFields()).filter(({ name }) => !SKIPPED_FIELDS.has(name));
    const [leaves, objects] = [fields.filter(isLeafField), fields.filter((field) => !isLeafField(field))];
    const items = [`__typename${this.#chance(15) ? ' @skip(if: true)' : ''}`];
    for (let i = this.#pick([0, 1, 1, 2, 3, 8]); i > 0 && leaves.length > 0; i--)
      items.push(this.#field(this.#pick(leaves), depth));
    for (let i = this.#pick([1, 1, 1, 2, 3]); i > 0 && depth > 1 && objects.length > 0; i--)
      items.push(this.#field(this.#pick(objects), depth));
    if (isAbstractType(type)) items.push(...this.#spreads(type, depth));
    return `{ ${items.join(' ')} }`;
  }

  #spreads(type: GraphQLInterfaceType, depth: number): string[] {
    const possible = this.#schema.getPossibleTypes(type);
    return Array.from({ length: this.#pick([1, 2, 3]) }, () => this.#fragment(this.#pick(possible), depth));
  }

  #fragment(type: Composite, depth: number): string {
    const selection = this.#selection(type, depth);
    if (this.#chance(50)) return `... on ${type.name}${this.#directive()} ${selection}`;
    const name = this.#name('F');
    this.#fragments.push(`fragment ${name} on ${type.name} ${selection}`);
    return `...${name}${this.#directive()}`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    this.#fields += 1;
    const args = field.args
      .filter((arg) => isNonNullType(arg.type) || this.#chance(ARGUMENT_PERCENTAGES[arg.name] ?? 8))
      .map((arg) => `${arg.name}: ${this.#argument(arg)}`);
    // A unique alias for each field, so that selections of the same field do not conflict.
    const head = `${this.#name('a')}: ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${this.#directive()}`;
    const type = getNamedType(field.type);
    if (isLeafType(type)) return head;
    const inside = this.#fields > 60 ? '{ __typename }' : this.#inside(type as Composite, depth - 1);
    if (inside.length > 2000 || !this.#chance(5)) return `${head} ${inside}`;
    // Repeat the field with further aliases, which multiplies the cost of its selection.
    const further = Array.from({ length: this.#pick([1, 3, 7, 15]) }, () => this.#name('a'));
    return [head, ...further.map((name) => head.replace(/^\w+/, name))]
      .map((field) => `${field} ${inside}`)
      .join(' ');
  }

  /** A selection, sometimes through a fragment on the same type. */
  #inside(type: Composite, depth: number): string {
    if (type.name.endsWith('Connection')) {
      const nodes = this.#field(type.getFields()['nodes'] as GraphQLField<unknown, unknown>, depth + 1);
      return this.#chance(80)
        ? `{ ${nodes} }`
        : `{ pageInfo { endCursor hasNextPage } edges { cursor node { id: __typename } } ${nodes} }`;
    }
    return this.#chance(20) ? `{ ${this.#fragment(type, depth)} }` : this.#selection(type, depth);
  }

  #directive(): string {
    if (!this.#chance(12)) return '';
    const condition = this.#chance(50)
      ? String(this.#chance(50))
      : this.#variable('Boolean!', this.#chance(50));
    return ` @${this.#pick(['skip', 'include'])}(if: ${condition})`;
  }

  #argument({ name, type }: GraphQLArgument): string {
    const value = this.#value(name, getNullableType(type));
    if (this.#chance(60)) return this.#literal(value, type);
    return this.#variable(type.toString(), value);
  }

  #variable(type: string, value: unknown): string {
    const name = this.#name('v');
    const hasDefault = !type.endsWith('!') && this.#chance(30);
    this.#definitions.push(`$${name}: ${type}${hasDefault ? ' = null' : ''}`);
    const mode = this.#int(9);
    if (type.endsWith('!') || mode > 2) this.#variables[name] = value;
    else if (mode === 0) this.#variables[name] = null;
    return `$${name}`;
  }

  #value(name: string, type: GraphQLInputType): unknown {
    if (isListType(type))
      return Array.from({ length: this.#pick([0, 1, 2, 5, 20]) }, () =>
        this.#value(name, getNullableType(type.ofType)),
      );
    if (isEnumType(type)) return this.#pick(type.getValues()).name;
    if (isInputObjectType(type))
      return Object.fromEntries(
        Object.values(type.getFields())
          .filter((field) => isNonNullType(field.type) || this.#chance(25))
          .map((field) => [field.name, this.#value(field.name, getNullableType(field.type))]),
      );
    const texts = this.#pool.texts[name];
    switch (type.toString()) {
      case 'Int':
        return this.#pick(this.#chance(8) ? INVALID_PAGE_SIZES : PAGE_SIZES);
      case 'ID':
        return this.#pick(this.#chance(10) ? UNKNOWN_IDS : this.#pool.ids);
      case 'Boolean':
        return this.#chance(50);
      case 'DateTime':
        return this.#pick(['2026-01-01T00:00:00Z', '2020-01-01T00:00:00+02:00', '2027-01-01T00:00:00Z']);
      case 'Float':
        return this.#pick([0, 1.5, -1e308]);
      default:
        return texts ? this.#pick(texts) : 'text';
    }
  }

  #literal(value: unknown, type: GraphQLInputType): string {
    const nullable = getNullableType(type);
    if (Array.isArray(value) && isListType(nullable))
      return `[${value.map((item) => this.#literal(item, nullable.ofType)).join(', ')}]`;
    if (isEnumType(nullable)) return String(value);
    if (!isInputObjectType(nullable)) return JSON.stringify(value);
    const members = Object.entries(value as object).map(
      ([name, member]) => `${name}: ${this.#literal(member, nullable.getFields()[name]?.type ?? nullable)}`,
    );
    return `{ ${members.join(', ')} }`;
  }
}

/** Fields that are left out: agents may not read `console`, `me` requires a key, and `challenge` has no records. */
const SKIPPED_FIELDS = new Set(['console', 'me', 'challenge']);

/** The probability of an optional argument in percent; the default is 8. */
const ARGUMENT_PERCENTAGES: Readonly<Record<string, number>> = {
  first: 70,
  after: 1,
  last: 3,
  before: 1,
  since: 3,
  until: 3,
};

const isLeafField = ({ type }: GraphQLField<unknown, unknown>): boolean => isLeafType(getNamedType(type));
