import type { DescribeOperation, NextCall } from '../../../schema/contract.ts';
import { once } from '../once.ts';
import type { NextCallFormatter } from '../problem.ts';
import { locateParameters } from './rest-parameters.ts';
import type { RouteDefinition } from './route-definition.ts';

/** Creates the formatter of REST calls: method, path with query, and body, filled with the variables of the call. */
export function createRestNextCallFormatter(
  definitions: readonly RouteDefinition[],
  describe: DescribeOperation,
): NextCallFormatter {
  const formatters = new Map(
    definitions.map((definition) => [definition.operation.name, createFormatter(definition, describe)]),
  );
  return (call) => formatters.get(call.operation)?.(call) ?? [];
}

function createFormatter(definition: RouteDefinition, describe: DescribeOperation): NextCallFormatter {
  const locate = once(() => locateParameters(definition, describe(definition.operation)));
  return ({ variables = {} }: NextCall) => {
    const { path, query, body } = locate();
    const known = (parameters: typeof path) => parameters.filter(({ name }) => variables[name] !== undefined);
    const filled = known(path).reduce(
      (text, { name, wireName }) =>
        text.replace(`{${wireName}}`, encodeURIComponent(String(variables[name]))),
      definition.path,
    );
    const search = new URLSearchParams(
      known(query).map(({ name, wireName }) => [wireName, String(variables[name])]),
    );
    const members = Object.fromEntries(known(body).map(({ name, wireName }) => [wireName, variables[name]]));
    return [
      {
        surface: 'rest',
        method: definition.method,
        path: search.size > 0 ? `${filled}?${search.toString()}` : filled,
        ...(Object.keys(members).length > 0 && { body: members }),
      },
    ];
  };
}
