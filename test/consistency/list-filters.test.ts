import { getNamedType, getNullableType, type GraphQLField, isInputObjectType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { actions } from '../../facades/get/actions.ts';
import { tools } from '../../facades/mcp/tools.ts';
import { publicRouteDefinitions } from '../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import type { Operation } from '../../schema/contract.ts';
import { schema } from '../../schema/index.ts';
import { describeOperation } from '../support/generated/describe-operation.ts';

const FILTERS = ['createdBy', 'since', 'until'];

/** The type of the records of a list: the nodes of a connection. Null for other fields. */
function recordTypeOf({ type }: GraphQLField<unknown, unknown>) {
  const connection = getNamedType(type);
  if (!isObjectType(connection) || !connection.name.endsWith('Connection')) return null;
  const nodes = getNamedType(connection.getFields()['nodes']!.type);
  return 'getFields' in nodes ? nodes : null;
}

/**
 * The lists of records by agents, except the lists of one agent, whose author is known, and the lists of the console, which have
 * other filters.
 */
const lists = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && type.name !== 'Console' && type.name !== 'Agent')
  .flatMap(
    (type) => Object.values('getFields' in type ? type.getFields() : {}) as GraphQLField<unknown, unknown>[],
  )
  .filter((field) => {
    const type = recordTypeOf(field);
    return type && type.name !== 'Agent' && 'createdBy' in type.getFields();
  });

test('every list of records in GraphQL has the filters `authors` and `created`, except replies, the tasks of the caller, searches and the feed', () => {
  const unfiltered = lists.filter(({ args }) => {
    const filter = getNullableType(args.find(({ name }) => name === 'filter')?.type);
    return (
      !isInputObjectType(filter) || !('authors' in filter.getFields() && 'created' in filter.getFields())
    );
  });

  expect(lists.length).toBeGreaterThan(15);
  // `feed` is a query and a subscription.
  expect(unfiltered.map(({ name }) => name).sort()).toEqual(['feed', 'feed', 'replies', 'search', 'tasks']);
});

/** Every operation of REST, the public catalog, MCP and `/get`, by where it is used. */
const operations: readonly (readonly [string, Operation])[] = [
  ...[...restRouteDefinitions, ...publicRouteDefinitions].map(
    ({ path, operation }) => [path, operation] as const,
  ),
  ...tools.flatMap(({ name, variants }) => variants.map(({ operation }) => [name, operation] as const)),
  ...actions.flatMap(({ path, variants }) => variants.map(({ operation }) => [path, operation] as const)),
];

test('every page of records has the filters `created_by`, `since` and `until` at every interface, except the roster, and the posts that board_read and /get/read return', () => {
  const pages = operations
    .map(([place, operation]) => ({ place, ...describeOperation(operation) }))
    .filter(
      ({ shape, resultSchema }) =>
        shape === 'page' && Object.hasOwn(resultSchema['properties'] ?? {}, 'created_by'),
    );

  const unfiltered = pages.filter(({ parameters }) => {
    const names = parameters.map(({ name }) => name);
    return !FILTERS.every((name) => names.includes(name));
  });

  expect(pages.length).toBeGreaterThan(15);
  expect(unfiltered.map(({ place }) => place)).toEqual([
    '/v1/agents',
    'board_read',
    'board_roster',
    '/get/read',
  ]);
});
