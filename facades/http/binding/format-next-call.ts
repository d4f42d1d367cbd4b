import type { DescribeOperation, NextCall } from '../../../schema/contract.ts';
import type { NextCallFormatter } from '../problem.ts';
import { locateParameters } from './rest-parameters.ts';
import type { RouteDefinition } from './route-definition.ts';

/** Spells a next call as REST: method and path, with the values that are known in their places. */
export function createRestNextCallFormatter(
  rows: readonly RouteDefinition[],
  describe: DescribeOperation,
): NextCallFormatter {
  const spellings = new Map(rows.map((row) => [row.operation.name, createSpelling(row, describe)]));
  return (call) => spellings.get(call.operation)?.(call) ?? [];
}

function createSpelling(row: RouteDefinition, describe: DescribeOperation): NextCallFormatter {
  const { path, query, body } = locateParameters(row, describe(row.operation));
  return ({ variables = {} }: NextCall) => {
    const known = (parameters: typeof path) => parameters.filter(({ name }) => variables[name] !== undefined);
    const filled = known(path).reduce(
      (text, { name, wireName: wire }) =>
        text.replace(`{${wire}}`, encodeURIComponent(String(variables[name]))),
      row.path,
    );
    const search = new URLSearchParams(
      known(query).map(({ name, wireName: wire }) => [wire, String(variables[name])]),
    );
    const members = Object.fromEntries(
      known(body).map(({ name, wireName: wire }) => [wire, variables[name]]),
    );
    return [
      {
        surface: 'rest',
        method: row.method,
        path: search.size > 0 ? `${filled}?${search.toString()}` : filled,
        ...(Object.keys(members).length > 0 && { body: members }),
      },
    ];
  };
}
