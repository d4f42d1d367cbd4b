// Plans an operation in one walk. GraphQL.js evaluates variables, directives and fragments as it does during execution.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { type ArgumentValues, createArgumentReader } from './arguments.ts';
import { assertBound } from './bounds.ts';
import { INTROSPECTION_FIELDS, IntrospectionMeter, type SelectFields } from './introspection.ts';
import { hasFilters, rangePointsOf } from './filters.ts';
import { countKeyCharacters } from './response-keys.ts';
import { type FieldWeight, readSchemaWeights, type SchemaWeights } from './schema-weights.ts';
import {
  CHARACTERS_PER_POINT,
  INTROSPECTION_VALUES_PER_POINT,
  DEFAULT_PAGE_LENGTH,
  MAX_PAGE_LENGTH,
} from './weights.ts';

/** A selected field and its maximum cost. */
export interface FieldPlan {
  readonly weight: FieldWeight;
  /** The factor of the field's `statementPoints`: the number of values of its repeating arguments, at least 1. */
  readonly statementCount: number;
  /** Maximum objects of the list or records of the page, 0 if the page is not read (`isCountedAlone`); 1 for other fields. */
  readonly maxObjects: number;
  /** Whether the weight includes all selections of the field, as for introspection. */
  readonly isOpaque: boolean;
  /** Points of a long response key, for each parent. */
  readonly keyPoints: number;
  /** Points of the index ranges after the first that each page merges. */
  readonly rangePoints: number;
  /** Whether the page has filters. */
  readonly isFiltered: boolean;
  /** Whether the field waits: for news, if its argument `wait` is greater than 0, or for another host (`Write.waits`). */
  readonly isWaiting: boolean;
  /** The selection on each possible type of its objects; empty for a leaf. */
  readonly selections: readonly SelectionPlan[];
}

/** The selected fields of one object by response key. */
export type SelectionPlan = ReadonlyMap<string, FieldPlan>;

/** The operation to plan. */
export interface OperationRequest {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The variables, coerced by `getVariableValues`. */
  readonly variables: Readonly<Record<string, unknown>>;
}

const ZERO_WEIGHT = {
  statementPoints: 0,
  repeatingArguments: [],
  lengthArgument: 'first',
  pointsPerParent: 0,
  listLength: null,
  pointsPerItem: 0,
  isPage: false,
  isCountedAlone: false,
  isCount: false,
};

/** The weight of `__typename`, and of leaves of introspection. */
const LEAF_WEIGHT: FieldWeight = { ...ZERO_WEIGHT, maxCharacters: 64 };
/** The weight of objects of introspection. */
const FREE_OBJECT_WEIGHT: FieldWeight = { ...ZERO_WEIGHT, maxCharacters: null };

/** The defaults of a plan. */
const DEFAULT_PLAN = {
  statementCount: 1,
  maxObjects: 1,
  isOpaque: false,
  keyPoints: 0,
  rangePoints: 0,
  isFiltered: false,
  isWaiting: false,
  selections: [],
};

const weightsBySchema = new WeakMap<GraphQLSchema, SchemaWeights>();

/** Plans an operation. Throws `query_too_complex` with `bound` `fields`, `depth` or `introspectionValues`. */
export function planOperation(schema: GraphQLSchema, request: OperationRequest): SelectionPlan {
  const { operation, fragments, variables } = request;
  const root = schema.getRootType(operation.operation);
  if (!root) return new Map();
  const planner = new OperationPlanner(schema, request);
  planner.countSelections(operation.selectionSet);
  const fields = collectFields(schema, fragments, variables, root, operation.selectionSet);
  return planner.planFields(root, fields, { depth: 1, page: DEFAULT_PAGE_LENGTH, owner: '' });
}

interface Position {
  /** Depth of the field; 1 for root fields. */
  readonly depth: number;
  /** Maximum records of the page that this selection belongs to. */
  readonly page: number;
  /** The field that has this selection, as `Type.field`; empty for the selection of the operation. */
  readonly owner: string;
}

class OperationPlanner {
  readonly #schema: GraphQLSchema;
  readonly #weights: SchemaWeights;
  readonly #request: OperationRequest;
  readonly #sizes = new WeakMap<SelectionSetNode, number>();
  readonly #introspection: IntrospectionMeter;
  readonly #readArguments: ReturnType<typeof createArgumentReader>;
  #visited = 0;
  #introspectionValues = 0;

  constructor(schema: GraphQLSchema, request: OperationRequest) {
    this.#schema = schema;
    this.#request = request;
    const { fragments, variables } = request;
    const select: SelectFields = (type, nodes) => collectSubfields(schema, fragments, variables, type, nodes);
    this.#readArguments = createArgumentReader(variables);
    this.#introspection = new IntrospectionMeter({ schema, variables, select });
    const weights = weightsBySchema.get(schema) ?? readSchemaWeights(schema);
    weightsBySchema.set(schema, weights);
    this.#weights = weights;
  }

  planFields(
    type: GraphQLObjectType,
    fields: ReadonlyMap<string, readonly FieldNode[]>,
    position: Position,
  ): SelectionPlan {
    assertBound('depth', position.depth);
    const selection = new Map<string, FieldPlan>();
    for (const [key, nodes] of fields) {
      const keyPoints = countKeyCharacters(key) / CHARACTERS_PER_POINT;
      selection.set(key, { ...this.#planField(type, nodes, position), keyPoints });
    }
    return selection;
  }

  #planField(parent: GraphQLObjectType, nodes: readonly FieldNode[], position: Position): FieldPlan {
    const [node] = nodes as readonly [FieldNode];
    const name = node.name.value;
    const field = this.#fieldOf(parent, name);
    if (!field) return { ...DEFAULT_PLAN, weight: LEAF_WEIGHT };
    if (field === INTROSPECTION_FIELDS[name]) return this.#planIntrospection(field, nodes, position);
    const weight = this.#weightOf(parent, field, position);
    const values = this.#argumentsOf(field, node, weight);
    const lengths = weight.repeatingArguments.map((argument) => lengthOf(values[argument]));
    const statementCount = Math.max(
      1,
      lengths.reduce((sum, length) => sum + length, 0),
    );
    const maxObjects = maxObjectsOf(weight, {
      first: pageLengthOf(values[weight.lengthArgument] ?? values['last']),
      page: position.page,
      repeated: statementCount,
    });
    const page = weight.isPage ? maxObjects : position.page;
    const below = { depth: position.depth + 1, page, owner: `${parent.name}.${name}` };
    const selections = this.#planSelections(field, nodes, below);
    const isRead = !weight.isCountedAlone || !selectsOnlyTotal(selections);
    return {
      ...DEFAULT_PLAN,
      weight: isRead ? weight : { ...weight, statementPoints: 0 },
      maxObjects: isRead ? maxObjects : 0,
      rangePoints: rangePointsOf(values['filter']),
      isFiltered: hasFilters(values),
      isWaiting: field.extensions['waits'] === true || Number(values['wait']) > 0,
      statementCount,
      selections,
    };
  }

  #planIntrospection(
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
    position: Position,
  ): FieldPlan {
    // Check `depth` and `fields` before measuring.
    this.#planSelections(field, nodes, { ...position, depth: position.depth + 1 });
    const { values, characters } = this.#introspection.measure(field, nodes);
    this.#introspectionValues += values;
    assertBound('introspectionValues', this.#introspectionValues);
    const points = Math.max(values / INTROSPECTION_VALUES_PER_POINT, characters / CHARACTERS_PER_POINT);
    return { ...DEFAULT_PLAN, weight: { ...FREE_OBJECT_WEIGHT, pointsPerParent: points }, isOpaque: true };
  }

  /** The definition of a field; undefined for `__typename`. */
  #fieldOf(parent: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
    return parent.getFields()[name] ?? INTROSPECTION_FIELDS[name];
  }

  #weightOf(
    parent: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    { owner }: Position,
  ): FieldWeight {
    const weight =
      this.#weights.get(`${owner}.${field.name}`) ?? this.#weights.get(`${parent.name}.${field.name}`);
    if (weight) return weight;
    return isLeafType(getNamedType(field.type)) ? LEAF_WEIGHT : FREE_OBJECT_WEIGHT;
  }

  /** The arguments of a field if its cost depends on them, else an empty object. */
  #argumentsOf(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    { isPage, listLength, repeatingArguments }: FieldWeight,
  ): ArgumentValues {
    const canWait = field.args.some(({ name }) => name === 'wait');
    if (!isPage && listLength !== 'first' && repeatingArguments.length === 0 && !canWait) return {};
    return this.#readArguments(field, node);
  }

  #planSelections(
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
    position: Position,
  ): readonly SelectionPlan[] {
    const type = getNamedType(field.type);
    if (isLeafType(type)) return [];
    const types = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type];
    const { fragments, variables } = this.#request;
    return types
      .filter((possibleType) => isObjectType(possibleType))
      .map((objectType) => {
        for (const { selectionSet } of nodes) if (selectionSet) this.countSelections(selectionSet);
        const fields = collectSubfields(this.#schema, fragments, variables, objectType, nodes);
        return this.planFields(objectType, fields, position);
      });
  }

  /**
   * Counts the selections that `collectFields` will visit, including skipped ones. Throws if they exceed the bound `fields`.
   */
  countSelections(selectionSet: SelectionSetNode): void {
    this.#visited += this.#sizeOf(selectionSet);
    assertBound('fields', this.#visited);
  }

  #sizeOf(selectionSet: SelectionSetNode): number {
    const knownSize = this.#sizes.get(selectionSet);
    if (knownSize !== undefined) return knownSize;
    const size = selectionSet.selections.reduce((sum, node) => sum + 1 + this.#sizeInside(node), 0);
    this.#sizes.set(selectionSet, size);
    return size;
  }

  #sizeInside(node: SelectionNode): number {
    if (node.kind === Kind.FIELD) return 0;
    if (node.kind === Kind.INLINE_FRAGMENT) return this.#sizeOf(node.selectionSet);
    const fragment = this.#request.fragments[node.name.value];
    return fragment ? this.#sizeOf(fragment.selectionSet) : 0;
  }
}

/** Must agree with `selectsOnlyTotal` in schema/graphql/totals-only.ts, which decides whether a resolver reads the page. */
const selectsOnlyTotal = ([selection]: readonly SelectionPlan[]): boolean =>
  [...(selection?.values() ?? [])].every(({ weight }) => weight.isCount || weight === LEAF_WEIGHT);

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/**
 * The page length that an argument gives: its number, or the length of its list. A length above `MAX_PAGE_LENGTH` is rejected or
 * reduced when the field runs.
 */
function pageLengthOf(value: unknown): number {
  const length = Array.isArray(value) ? value.length : value;
  return typeof length === 'number' ? Math.min(Math.max(length, 0), MAX_PAGE_LENGTH) : DEFAULT_PAGE_LENGTH;
}

function maxObjectsOf(
  { listLength, isPage }: FieldWeight,
  sizes: Readonly<Record<'first' | 'page' | 'repeated', number>>,
): number {
  if (isPage) return sizes.first;
  return typeof listLength === 'string' ? sizes[listLength] : (listLength ?? 1);
}
