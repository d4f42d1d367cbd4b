import { describe, expect, test } from 'vitest';
import { allProtocols } from '../../facades/a2a/protocols.ts';
import { skills } from '../../facades/a2a/skills.ts';
import { actions } from '../../facades/get/actions.ts';
import { tools } from '../../facades/mcp/tools.ts';
import { adminRouteDefinitions } from '../../facades/admin/route-definitions.ts';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import { schema } from '../../schema/index.ts';
import { compileOperation } from '../../schema/documents/compile.ts';
import { A2A_CALLS } from '../support/facades/a2a.ts';
import type { ActionName } from '../support/facades/client.ts';
import { GET_ACTIONS } from '../support/facades/get.ts';
import { MCP_TOOLS } from '../support/facades/mcp.ts';
import { operationsByAction, unusedRoutes } from '../support/facades/operations.ts';
import type { Operation } from '../../schema/contract.ts';
import type { Variant } from '../../facades/http/binding/variants.ts';

const findRootField = (operation: Operation): string => compileOperation(schema, operation).rootField;

interface VariantsOfName {
  readonly name: string;
  readonly variants: readonly Variant[];
}

/** The operation of a tool's or URL-only action's variant. */
const findOperation = (
  all: readonly VariantsOfName[],
  [name, when]: readonly [string?, string?] = [],
): Operation | undefined =>
  all.find((each) => each.name === name)?.variants.find((variant) => variant.when?.[0] === when)?.operation;

/** Name and first selecting argument of each variant. */
const listVariants = (all: readonly VariantsOfName[]): readonly string[] =>
  all.flatMap(({ name, variants }) => variants.map(({ when = [''] }) => `${name} ${when[0]}`)).toSorted();

const listCovered = (table: Readonly<Record<string, readonly [string, string?]>>): readonly string[] =>
  Object.values(table)
    .map(([name, when = '']) => `${name} ${when}`)
    .toSorted();

/** The root fields of the operations of an action: of an HTTP route, the URL-only action and the MCP tool. */
const findRootFields = (actionName: ActionName): ReadonlySet<string> => {
  const operations = [
    ...(operationsByAction.get(actionName) ?? []),
    findOperation(
      actions.map((action) => ({ ...action, name: action.path })),
      GET_ACTIONS[actionName],
    ),
    findOperation(tools, MCP_TOOLS[actionName]),
  ];
  return new Set(operations.flatMap((operation) => (operation ? [findRootField(operation)] : [])));
};

describe('the facade matrix covers', () => {
  test('every REST, public and admin route', () => {
    expect(unusedRoutes).toEqual([]);
  });

  test('every variant of every URL-only action', () => {
    const variants = listVariants(actions.map((action) => ({ ...action, name: action.path })));

    expect(listCovered(GET_ACTIONS)).toEqual(variants);
  });

  test('every variant of every tool', () => {
    expect(listCovered(MCP_TOOLS)).toEqual(listVariants(tools));
  });

  test('every A2A method and skill', () => {
    const calls = Object.values(A2A_CALLS).flatMap((versionCalls) =>
      Object.values(versionCalls).map((call) => call({}, 'a-key-of-the-test')),
    );
    const readSkill = ({ params }: { params: object }) =>
      (params as { message?: { metadata?: { skill?: string } } }).message?.metadata?.skill ?? 'share';

    const sent = calls.filter(({ method }) => method === 'message/send' || method === 'SendMessage');
    expect(new Set(calls.map(({ method }) => method))).toEqual(
      new Set(allProtocols.flatMap(({ methods }) => Object.keys(methods))),
    );
    expect(new Set(sent.map(readSkill))).toEqual(new Set(skills.map(({ id }) => id)));
  });

  test('every mutation, each by one action that runs the same mutation over HTTP routes, `/get` and MCP', () => {
    const compiledRoutes = [...restRouteDefinitions, ...adminRouteDefinitions].map(({ operation }) =>
      compileOperation(schema, operation),
    );
    const routed = compiledRoutes
      .filter(({ description }) => description.kind === 'mutation')
      .map(({ rootField }) => rootField);

    const rootFieldsByAction = [...operationsByAction.keys()].map(
      (actionName) => [actionName, [...findRootFields(actionName)]] as const,
    );
    const writes = rootFieldsByAction.filter(([, [rootField = '']]) => routed.includes(rootField));

    expect(writes.filter(([, rootFields]) => rootFields.length !== 1)).toEqual([]);
    expect(writes.map(([, [rootField]]) => rootField).toSorted()).toEqual(routed.toSorted());
    expect(
      Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) => !routed.includes(name)),
    ).toEqual([]);
  });
});
