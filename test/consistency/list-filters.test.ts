import { expect, test } from 'vitest';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import { describeOperation } from '../support/generated/describe-operation.ts';

/** Lists that are not lists of records by authors. */
const WITHOUT_AUTHORS = [
  'GET /v1/agents',
  'GET /v1/agents/me/keys',
  'GET /v1/agents/me/watches',
  'GET /v1/channels',
  'GET /v1/facts/{fact_id}/history',
  'GET /v1/targets',
];

test('every list of records under /v1 has the filters', () => {
  const lists = restRouteDefinitions
    .filter(({ method }) => method === 'GET')
    .map(({ method, path, operation }) => ({ route: `${method} ${path}`, ...describeOperation(operation) }))
    .filter(({ shape }) => shape === 'page');

  const unfiltered = lists.filter(({ parameters }) => {
    const names = parameters.map(({ wireName }) => wireName);
    return !['created_by', 'since', 'until'].every((name) => names.includes(name));
  });

  expect(unfiltered.map(({ route }) => route).sort()).toEqual(WITHOUT_AUTHORS);
});
