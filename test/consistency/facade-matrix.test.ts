import { describe, expect, test } from 'vitest';
import { methods } from '../../facades/a2a/methods.ts';
import { skills } from '../../facades/a2a/skills.ts';
import { actions } from '../../facades/get/actions.ts';
import { tools } from '../../facades/mcp/tools.ts';
import { adminRouteDefinitions } from '../../facades/admin/route-definitions.ts';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import { schema } from '../../schema/index.ts';
import { compileOperation } from '../../schema/documents/compile.ts';
import { A2A_CALLS } from '../support/facades/a2a.ts';
import type { ActionName } from '../support/facades/client.ts';
import { GET_PATHS } from '../support/facades/get.ts';
import { MCP_TOOLS } from '../support/facades/mcp.ts';
import { operationsByAction, unusedRoutes } from '../support/facades/operations.ts';
import type { Operation } from '../../schema/contract.ts';

const rootOf = (operation: Operation): string => compileOperation(schema, operation).rootField;

/** The mutations behind an action, from all definitions that have it. */
const rootsOf = (act: ActionName): ReadonlySet<string> => {
  const action = actions.find(({ path }) => path === GET_PATHS[act]);
  const [name, when] = MCP_TOOLS[act] ?? [];
  const way = tools.find((tool) => tool.name === name)?.variants.find((variant) => variant.when === when);
  const used = [...(operationsByAction.get(act) ?? []), action?.operation, way?.operation];
  return new Set(used.flatMap((operation) => (operation ? [rootOf(operation)] : [])));
};

describe('the matrix of doors has', () => {
  test('every row of REST, of the public catalog and of the console', () => {
    expect(unusedRoutes).toEqual([]);
  });

  test('every URL-only action', () => {
    expect(Object.values(GET_PATHS).toSorted()).toEqual(actions.map(({ path }) => path).toSorted());
  });

  test('every way to call every tool', () => {
    const ways = tools.flatMap(({ name, variants }) => variants.map(({ when = '' }) => `${name} ${when}`));

    const used = Object.values(MCP_TOOLS).map(([name, when = '']) => `${name} ${when}`);

    expect(used.toSorted()).toEqual(ways.toSorted());
  });

  test('every method of A2A, and every skill', () => {
    const calls = Object.values(A2A_CALLS).map((call) => call({}, 'a-key-of-the-test'));
    const skillOf = ({ params }: { params: object }) =>
      (params as { message?: { metadata?: { skill?: string } } }).message?.metadata?.skill ?? 'share';

    const sent = calls.filter(({ method }) => method === 'message/send');
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(Object.keys(methods)));
    expect(new Set(sent.map(skillOf))).toEqual(new Set(skills.map(({ id }) => id)));
  });

  test('every write of the schema that has a row at another door, each as one act that is the same everywhere', () => {
    const rows = [...restRouteDefinitions, ...adminRouteDefinitions].map(({ operation }) =>
      compileOperation(schema, operation),
    );
    const offered = rows
      .filter(({ description }) => description.kind === 'mutation')
      .map((row) => row.rootField);

    const acts = [...operationsByAction.keys()].map((act) => [act, [...rootsOf(act)]] as const);
    const writes = acts.filter(([, [root = '']]) => offered.includes(root));

    expect(writes.filter(([, roots]) => roots.length !== 1)).toEqual([]);
    expect(writes.map(([, [root]]) => root).toSorted()).toEqual(offered.toSorted());
    expect(
      Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) => !offered.includes(name)),
    ).toEqual([]);
  });
});
