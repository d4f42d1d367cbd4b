// Requests to all routes under /v1, /admin and /public, and to the discovery documents.
import fc from 'fast-check';
import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { toParameterLocations } from '../../../facades/http/binding/parameters/parameter-locations.ts';
import {
  type RestParameterLocations,
  locateParameters,
} from '../../../facades/http/binding/rest-parameters.ts';
import { policyOf } from '../../../facades/http/binding/access-policy.ts';
import type { RouteDefinition } from '../../../facades/http/binding/route-definition.ts';
import type { PublicRouteDefinition } from '../../../facades/public/route-definition.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import type { AccessPolicy } from '../../../schema/contract.ts';
import { describeOperation } from './describe-operation.ts';
import { discoveryPaths } from '../board/public-paths.ts';
import type { Call, CallerName } from './call.ts';
import { withFaults } from './values/faults.ts';
import { type InputKind, inputOf, knownValue, valueOf } from './values/values.ts';

/** Callers that a policy admits. */
const CALLERS: Readonly<Record<AccessPolicy, readonly CallerName[]>> = {
  public: ['anonymous', 'ada'],
  siteReader: ['anonymous', 'ada'],
  registration: ['anonymous'],
  anyone: ['anonymous', 'ada', 'bob', 'eve'],
  agent: ['ada', 'bob', 'cy', 'registered'],
  agentOrOperator: ['ada', 'bob', 'cy', 'operator'],
  operator: ['operator', 'operator', 'session', 'cookie'],
};

/** A caller that the policy admits; in one of ten requests a caller that it may refuse. */
export const callerFor = (policy: AccessPolicy): fc.Arbitrary<CallerName> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...CALLERS[policy]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<CallerName>('ada', 'bob', 'eve', 'operator', 'anonymous', 'registered'),
    },
  );

/** Inputs of both kinds: two thirds are `valid`, one third is `any`. */
export const withInputKind = <Value>(create: (kind: InputKind) => fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 2, arbitrary: create('valid') }, { weight: 1, arbitrary: create('any') });

/** Few keys, so that they are repeated with the same or other input. */
export const idempotencyKeys = fc.constantFrom('key-00001', 'key-00002', 'key-00003', 'key-00004');

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly policy: AccessPolicy;
  readonly parameters: Pick<RestParameterLocations, 'path' | 'query' | 'body'>;
  readonly headers: fc.Arbitrary<Call['headers']>;
  readonly credentialIn?: Call['credentialIn'];
}

/** Requests to one route. */
export function callsOf({
  method,
  path,
  policy,
  parameters,
  headers,
  credentialIn = 'headers',
}: Parts): fc.Arbitrary<Call> {
  const params = Object.fromEntries(
    parameters.path.map((parameter) => [
      parameter.wireName,
      fc.oneof(
        { weight: 8, arbitrary: knownValue(parameter.wireName) },
        { weight: 1, arbitrary: valueOf(parameter, 'valid') },
      ),
    ]),
  );
  const hasBody = method === 'POST' || method === 'PATCH';
  return withInputKind((kind) =>
    fc.record(
      {
        method: fc.constant(method),
        path: fc.constant(path),
        params: fc.record(params, { noNullPrototype: true }),
        query: inputOf(parameters.query, kind).map((input) => Object.entries(input)),
        headers,
        body: hasBody ? inputOf(parameters.body, kind) : fc.constant(undefined),
        caller: callerFor(policy),
        credentialIn: fc.constant(credentialIn),
      },
      { noNullPrototype: true },
    ),
  );
}

const acceptJson = fc.constant<Call['headers']>([['accept', 'application/json']]);

function callsOfRoute(route: RouteDefinition): fc.Arbitrary<Call> {
  const parameters = locateParameters(route, describeOperation(route.operation));
  const withKey = idempotencyKeys.map((key): Call['headers'] => [['idempotency-key', key]]);
  const headers = parameters.takesIdempotencyKey
    ? fc.oneof({ weight: 3, arbitrary: acceptJson }, { weight: 1, arbitrary: withKey })
    : acceptJson;
  return callsOf({ ...route, policy: policyOf(route, describeOperation), parameters, headers });
}

function callsOfPublicRoute(route: PublicRouteDefinition): fc.Arbitrary<Call> {
  const parameters = toParameterLocations(route.path, describeOperation(route.operation).parameters);
  return callsOf({ ...route, parameters, policy: 'public', headers: acceptJson });
}

const NO_PARAMETERS = { path: [], query: [], body: [] };

const documents = fc.oneof(
  ...[...discoveryPaths, '/healthz', '/readyz', '/', '/v1/nothing'].map((path) =>
    callsOf({ method: 'GET', path, policy: 'public', parameters: NO_PARAMETERS, headers: acceptJson }),
  ),
);

/** One request to REST. All routes are equally likely. */
export const restCalls: fc.Arbitrary<Call> = withFaults(
  fc.oneof(
    ...[...restRouteDefinitions, ...adminRouteDefinitions].map(callsOfRoute),
    ...publicRouteDefinitions.map(callsOfPublicRoute),
    {
      weight: 3,
      arbitrary: documents,
    },
  ),
);
