import { join } from 'node:path';
import {
  getNamedType,
  type GraphQLNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { adminRouteDefinitions } from '../../facades/admin/route-definitions.ts';
import { createGraphqlNextCallFormatter } from '../../facades/graphql/format-next-call.ts';
import { publicRouteDefinitions } from '../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import type { Operation } from '../../schema/contract.ts';
import { compileOperation } from '../../schema/documents/compile.ts';
import { schema } from '../../schema/index.ts';
import { readSources, repository } from '../support/docs/source.ts';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'source' in value && 'kind' in value;

const modules = await Promise.all(
  readSources('facades/documents').map(
    ({ path }) => import(join(repository, path)) as Promise<Record<string, unknown>>,
  ),
);
const operations = modules.flatMap((exports) => Object.values(exports)).filter(isOperation);

// The board compiles an operation when it is first used, so a start would not detect a faulty operation.
describe('the operations of the facades:', () => {
  test('this test finds more than 100 operations', () => {
    expect(operations.length).toBeGreaterThan(100);
  });

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s fits the schema',
    (_, operation) => {
      const { description, document } = compileOperation(schema, operation);

      expect(description.parameters).toBeInstanceOf(Array);
      expect(document.definitions[0]).toMatchObject({ operation: operation.kind });
    },
  );
});

test('no alias is the name of another field of the type, except the alias of the packet version of a claim', () => {
  const typeInfo = new TypeInfo(schema);
  const renamed = new Set<string>();
  for (const operation of operations) {
    const collect = visitWithTypeInfo(typeInfo, {
      Field: ({ alias, name }) => {
        const type = typeInfo.getParentType();
        const named = alias?.value.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
        if (named === undefined || named === name.value || !isObjectType(type)) return;
        const other = type.getFields()[named];
        if (other && isLeafType(getNamedType(other.type))) renamed.add(`${alias?.value}: ${name.value}`);
      },
    });
    visit(compileOperation(schema, operation).document, collect);
  }

  // The version of a claim is `claim_version`.
  expect([...renamed]).toEqual(['version: packetVersion']);
});

/** The next calls that errors suggest, with the names of their variables, from the source code of the schema. */
const suggestions = readSources('schema')
  .flatMap(({ text }) => [...text.matchAll(/operation: '([A-Z]\w+)'(?:,\s*variables: \{([^}]*)\})?/g)])
  .map(([, name = '', variables = '']) => ({
    name,
    variables: [...variables.matchAll(/(\w+)(?=:|,|\s*$)(?:: [^,]*)?/g)].map(([, variable = '']) => variable),
  }));

/** Returns the type of the argument or input field at a path; undefined if the schema does not have it. */
function typeAt(field: string, path: readonly string[]): GraphQLNamedType | undefined {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap(
    (type) => type?.getFields()[field] ?? [],
  );
  const [name, ...members] = path;
  const argument = fields.flatMap(({ args }) => args).find((each) => each.name === name);
  return members.reduce<GraphQLNamedType | undefined>(
    (type, member) => (isInputObjectType(type) ? getNamedType(type.getFields()[member]?.type) : undefined),
    getNamedType(argument?.type),
  );
}

const leafPaths = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => leafPaths(member, [...path, name]))
    : [path];

describe('the next calls of errors:', () => {
  const routes = [...restRouteDefinitions, ...publicRouteDefinitions, ...adminRouteDefinitions];
  const format = createGraphqlNextCallFormatter(
    routes.map(({ operation }) => operation),
    (operation) => compileOperation(schema, operation).description,
  );

  test('this test finds more than 20 suggestions', () => {
    expect(suggestions.length).toBeGreaterThan(20);
    expect(suggestions).toContainEqual({ name: 'ClaimWork', variables: ['workId', 'scope'] });
  });

  test.each(suggestions.map(({ name, variables }) => [name, variables] as const))(
    '%s with the variables %j names a root field and its arguments over GraphQL',
    (name, variables) => {
      const values = Object.fromEntries(variables.map((variable) => [variable, variable]));

      const [call] = format({ operation: name, variables: values }) as {
        field: string;
        arguments?: object;
      }[];

      const paths = call?.arguments ? leafPaths(call.arguments) : [];
      expect(call?.field).toBeDefined();
      expect(paths).toHaveLength(variables.length);
      for (const path of paths)
        expect([path, typeAt(call?.field ?? '', path)]).toEqual([path, expect.anything()]);
    },
  );
});
