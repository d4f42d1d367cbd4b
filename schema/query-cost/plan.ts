// Plans an operation in one walk. Evaluates variables, directives and fragments with the functions of the executor.
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
import { getArgumentValues } from 'graphql/execution/values.js';
import { assertBound } from './bounds.ts';
import { INTROSPECTION_FIELDS, IntrospectionCounter, type SelectFields } from './introspection.ts';
import { type FieldWeight, readSchemaWeights, type SchemaWeights } from './schema-weights.ts';
import { INTROSPECTION_VALUES_PER_POINT, DEFAULT_PAGE_LENGTH, MAX_PAGE_LENGTH } from './weights.ts';

/** A selected field and its maximum cost. */
export interface FieldPlan {
  readonly weight: FieldWeight;
  /** How often the field's statement runs. */
  readonly statementCount: number;
  /** Maximum objects of the list or records of the page; 1 for other fields. */
  readonly maxObjects: number;
  /** Whether the weight includes all selections of the field, as for introspection. */
  readonly isOpaque: boolean;
  /** The selection on each possible type of its objects; empty for a leaf. */
  readonly selections: readonly SelectionPlan[];
}

/** The selected fields of one object by response key. */
export type SelectionPlan = ReadonlyMap<string, FieldPlan>;

export interface PlannedOperation {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The variables, coerced by `getVariableValues`. */
  readonly variables: Readonly<Record<string, unknown>>;
}

const NONE = {
  statementPoints: 0,
  repeatingArgument: undefined,
  pointsPerParent: 0,
  listLength: null,
  pointsPerItem: 0,
  isPage: false,
};
const LEAF: FieldWeight = { ...NONE, maxCharacters: 64 };
const FREE: FieldWeight = { ...NONE, maxCharacters: null };

const weightsOf = new WeakMap<GraphQLSchema, SchemaWeights>();

/** Plans an operation. Throws `query_too_complex` with `bound` `fields`, `depth` or `introspectionValues`. */
export function planOperation(schema: GraphQLSchema, planned: PlannedOperation): SelectionPlan {
  const { operation, fragments, variables } = planned;
  const root = schema.getRootType(operation.operation);
  if (!root) return new Map();
  const walk = new Walk(schema, planned);
  walk.visit(operation.selectionSet);
  const fields = collectFields(schema, fragments, variables, root, operation.selectionSet);
  return walk.select(root, fields, { depth: 1, page: DEFAULT_PAGE_LENGTH });
}

interface Position {
  /** Depth of the field; 1 for root fields. */
  readonly depth: number;
  /** Maximum records of the page that this selection belongs to. */
  readonly page: number;
}

class Walk {
  readonly #schema: GraphQLSchema;
  readonly #weights: SchemaWeights;
  readonly #planned: PlannedOperation;
  readonly #sizes = new WeakMap<SelectionSetNode, number>();
  readonly #introspection: IntrospectionCounter;
  #visited = 0;
  #introspectionValues = 0;

  constructor(schema: GraphQLSchema, planned: PlannedOperation) {
    this.#schema = schema;
    this.#planned = planned;
    const { fragments, variables } = planned;
    const select: SelectFields = (type, nodes) => collectSubfields(schema, fragments, variables, type, nodes);
    this.#introspection = new IntrospectionCounter({ schema, variables, select });
    const weights = weightsOf.get(schema) ?? readSchemaWeights(schema);
    weightsOf.set(schema, weights);
    this.#weights = weights;
  }

  select(
    type: GraphQLObjectType,
    fields: ReadonlyMap<string, readonly FieldNode[]>,
    position: Position,
  ): SelectionPlan {
    assertBound('depth', position.depth);
    const selection = new Map<string, FieldPlan>();
    for (const [key, nodes] of fields) {
      selection.set(key, this.#planField(type, nodes, position));
    }
    return selection;
  }

  #planField(parent: GraphQLObjectType, nodes: readonly FieldNode[], position: Position): FieldPlan {
    const [node] = nodes as readonly [FieldNode];
    const name = node.name.value;
    const field = this.#fieldOf(parent, name);
    if (!field) return { weight: LEAF, statementCount: 1, maxObjects: 1, isOpaque: false, selections: [] };
    if (field === INTROSPECTION_FIELDS[name]) return this.#planIntrospection(field, nodes, position);
    const weight = this.#weightOf(parent, name, field);
    const values = this.#argumentsOf(field, node, weight);
    const repeated = weight.repeatingArgument === undefined ? undefined : values[weight.repeatingArgument];
    const statementCount = Array.isArray(repeated) ? Math.max(1, repeated.length) : 1;
    const maxObjects = maxObjectsOf(weight, {
      first: sizeOf(values['first']),
      page: position.page,
      repeated: statementCount,
    });
    const page = weight.isPage ? maxObjects : position.page;
    const selections = this.#select(field, nodes, { depth: position.depth + 1, page });
    return { weight, maxObjects, isOpaque: false, statementCount, selections };
  }

  #planIntrospection(
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
    position: Position,
  ): FieldPlan {
    // Check `depth` and `fields` before counting.
    this.#select(field, nodes, { ...position, depth: position.depth + 1 });
    const values = this.#introspection.count(field, nodes);
    this.#introspectionValues += values;
    assertBound('introspectionValues', this.#introspectionValues);
    const weight = { ...FREE, pointsPerParent: values / INTROSPECTION_VALUES_PER_POINT };
    return { weight, statementCount: 1, maxObjects: 1, isOpaque: true, selections: [] };
  }

  /** The definition of a field; undefined for `__typename`. */
  #fieldOf(parent: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
    return parent.getFields()[name] ?? INTROSPECTION_FIELDS[name];
  }

  #weightOf(parent: GraphQLObjectType, name: string, field: GraphQLField<unknown, unknown>): FieldWeight {
    const weight = this.#weights.get(`${parent.name}.${name}`);
    if (weight) return weight;
    return isLeafType(getNamedType(field.type)) ? LEAF : FREE;
  }

  /** The arguments of a field. If they are invalid, the defaults count; the field fails when it runs. */
  #argumentsOf(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    { isPage, listLength: length, repeatingArgument: repeatedBy }: FieldWeight,
  ): Readonly<Record<string, unknown>> {
    if (!isPage && length !== 'first' && repeatedBy === undefined) return {};
    try {
      return getArgumentValues(field, node, this.#planned.variables);
    } catch {
      return {};
    }
  }

  #select(
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
    position: Position,
  ): readonly SelectionPlan[] {
    const type = getNamedType(field.type);
    if (isLeafType(type)) return [];
    const types = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type];
    const { fragments, variables } = this.#planned;
    return types
      .filter((each) => isObjectType(each))
      .map((each) => {
        for (const { selectionSet } of nodes) if (selectionSet) this.visit(selectionSet);
        const fields = collectSubfields(this.#schema, fragments, variables, each, nodes);
        return this.select(each, fields, position);
      });
  }

  /** Counts the selections that the collection of fields will visit, including skipped ones, before it visits them. */
  visit(selectionSet: SelectionSetNode): void {
    this.#visited += this.#sizeOf(selectionSet);
    assertBound('fields', this.#visited);
  }

  #sizeOf(selectionSet: SelectionSetNode): number {
    const known = this.#sizes.get(selectionSet);
    if (known !== undefined) return known;
    const size = selectionSet.selections.reduce((sum, node) => sum + 1 + this.#sizeInside(node), 0);
    this.#sizes.set(selectionSet, size);
    return size;
  }

  #sizeInside(node: SelectionNode): number {
    if (node.kind === Kind.FIELD) return 0;
    if (node.kind === Kind.INLINE_FRAGMENT) return this.#sizeOf(node.selectionSet);
    const fragment = this.#planned.fragments[node.name.value];
    return fragment ? this.#sizeOf(fragment.selectionSet) : 0;
  }
}

/** The page size of an argument `first`. Larger values are rejected or reduced when the field runs. */
const sizeOf = (first: unknown): number =>
  typeof first === 'number' ? Math.min(Math.max(first, 0), MAX_PAGE_LENGTH) : DEFAULT_PAGE_LENGTH;

function maxObjectsOf(
  { listLength: length, isPage }: FieldWeight,
  sizes: Readonly<Record<'first' | 'page' | 'repeated', number>>,
): number {
  if (isPage) return sizes.first;
  return typeof length === 'string' ? sizes[length] : (length ?? 1);
}
