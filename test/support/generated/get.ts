// Requests to the URL-only actions.
import fc from 'fast-check';
import type { Action } from '../../../facades/get/action.ts';
import { actions } from '../../../facades/get/actions.ts';
import { policyOf } from '../../../facades/http/binding/access-policy.ts';
import { withRequestId } from '../../../facades/http/binding/parameters/idempotency-parameter.ts';
import type { Call } from './call.ts';
import { describeOperation } from './describe-operation.ts';
import { withFaults } from './values/faults.ts';
import { callerFor, withInputKind, idempotencyKeys } from './rest.ts';
import { inputOf } from './values/values.ts';

const format = fc
  .constantFrom<readonly string[]>([], ['text'], ['json'])
  .map((formats): Call['query'] => formats.map((name) => ['format', name]));

const requestId = fc
  .oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: idempotencyKeys })
  .map((key): Call['query'] => (key === null ? [] : [['request_id', key]]));

function callsOf(action: Action): fc.Arbitrary<Call> {
  const { path } = action;
  const parameters = withRequestId(describeOperation(action.operation)).filter(
    ({ wireName: wire }) => wire !== 'request_id',
  );
  return withInputKind((kind) =>
    fc
      .tuple(inputOf(parameters, kind), format, requestId, callerFor(policyOf(action, describeOperation)))
      .map(([input, inFormat, withId, caller]): Call => {
        const query = [...Object.entries(input), ...inFormat, ...withId];
        return { method: 'GET', path, params: {}, query, headers: [], caller, credentialIn: 'query' };
      }),
  );
}

const index: fc.Arbitrary<Call> = fc
  .tuple(fc.constantFrom('/get', '/get/', '/get/nothing'), format)
  .map(([path, query]): Call => ({
    method: 'GET',
    path,
    params: {},
    query,
    headers: [],
    caller: 'anonymous',
    credentialIn: 'query',
  }));

/** One request to a URL-only action. */
export const getCalls: fc.Arbitrary<Call> = withFaults(fc.oneof(...actions.map(callsOf), index));
