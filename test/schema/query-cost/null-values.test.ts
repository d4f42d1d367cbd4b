// An error makes the nearest nullable field or item null. The maximum of its fields counts, because they may have been read before.
import {
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { planOperation, type SelectionPlan } from '../../../schema/query-cost/plan.ts';
import { computeMaxPoints, measureResult } from '../../../schema/query-cost/points.ts';
import { fields } from '../../support/schema/object-fields.ts';

const hasNullableItems = (type: GraphQLOutputType): boolean => {
  const list = getNullableType(type);
  return isListType(list) && !isNonNullType(list.ofType);
};

const typesOf = (type: unknown): readonly GraphQLObjectType[] => {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
};

/** Selects the objects that are not nullable, on each possible type: an error in such an object makes its parent null. */
function selectChildren(type: GraphQLOutputType): string {
  const selections = typesOf(getNamedType(type)).map((each) => {
    const children = Object.values(each.getFields())
      .filter((field) => isNonNullType(field.type) && isCompositeType(getNamedType(field.type)))
      .map(({ name }) => `${name} { __typename }`);
    return `... on ${each.name} { __typename ${children.join(' ')} }`;
  });
  return `{ ${selections.join(' ')} }`;
}

const schemas = new Map<GraphQLObjectType, GraphQLSchema>();

/** The schema with another query type, so that any field can be a root field. */
function schemaOf(query: GraphQLObjectType): GraphQLSchema {
  const found = schemas.get(query) ?? new GraphQLSchema({ ...schema.toConfig(), query, assumeValid: true });
  schemas.set(query, found);
  return found;
}

/** Plans a query of one field and its children. Required arguments are missing: planning does not check them. */
function planField(parent: GraphQLObjectType, name: string, type: GraphQLOutputType): SelectionPlan {
  const document = parse(`{ value: ${name} ${selectChildren(type)} }`);
  const operation = document.definitions[0] as OperationDefinitionNode;
  return planOperation(schemaOf(parent), { operation, fragments: {}, variables: {} });
}

/** Each field and each item of a list that can be null instead of an object, with the plan of the field and the null value. */
const nulls = fields
  .filter(({ field: { type } }) => isCompositeType(getNamedType(type)))
  .filter(({ field: { type } }) => !isNonNullType(type) || hasNullableItems(type))
  .flatMap(({ name, parent, field: { name: fieldName, type } }) => {
    const plan = planField(parent, fieldName, type);
    const items = Array.from({ length: plan.get('value')!.maxObjects }, () => null);
    return [
      ...(isNonNullType(type) ? [] : [{ name, plan, value: null }]),
      ...(hasNullableItems(type) ? [{ name: `items of ${name}`, plan, value: items }] : []),
    ];
  });

test('a null in a result with errors costs the maximum of its field, wherever the schema allows null', () => {
  const error = new GraphQLError('failed', { path: ['value', 'child', 'field'] });

  const tooCheap = nulls.filter(
    ({ plan, value }) => measureResult(plan, { value }, [error]).points < computeMaxPoints(plan) - 1e-6,
  );

  expect(nulls.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Query.thread', 'Query.threads', 'items of Query.nodes']),
  );
  expect(tooCheap.map(({ name }) => name)).toEqual([]);
});
