// Parts of routes: the caller, the policy, the conditional reply and the suggested calls.
import { describe, expect, test } from 'vitest';
import { isKeyless, policyOf } from '../../../../facades/http/binding/access-policy.ts';
import { readBearer, toCaller } from '../../../../facades/http/binding/caller.ts';
import { toConditionalReply } from '../../../../facades/http/binding/conditional-reply.ts';
import { createRestNextCallFormatter } from '../../../../facades/http/binding/format-next-call.ts';
import type { Reply } from '../../../../facades/http/reply.ts';
import type { Exchange } from '../../../../facades/http/route.ts';
import type { AccessPolicy, Session } from '../../../../schema/contract.ts';
import { define, describing, GET, operation, PATCH, rateLimit } from './recorded-route.ts';

describe('a reply that the client already has', () => {
  const reply: Reply = { status: 200, headers: { etag: '"a"', 'content-type': 'text/plain' }, body: 'x' };
  const reply304 = async (ifNoneMatch: string) => {
    let refunds = 0;
    const session = {
      rateLimit,
      refundCall: () => {
        refunds++;
        return Promise.resolve();
      },
    } as unknown as Session;
    const request = new Request('http://board', { headers: { 'if-none-match': ifNoneMatch } });
    return [await toConditionalReply(request, reply, session), refunds] as const;
  };

  test('is not counted as a call, unless If-None-Match is `*`', async () => {
    expect(await reply304('"a"')).toEqual([
      {
        status: 304,
        headers: expect.objectContaining({ etag: '"a"', 'x-ratelimit-remaining': '8' }) as object,
        body: null,
      },
      1,
    ]);
    expect(await reply304(' * ')).toEqual([{ status: 304, headers: { etag: '"a"' }, body: null }, 0]);
    expect(await reply304('"b"')).toEqual([reply, 0]);
  });
});

describe('the caller', () => {
  test.each([
    [null, null],
    ['', null],
    ['  ', null],
    ['Bearer sbk_1', 'sbk_1'],
    ['bearer   sbk_1  ', 'sbk_1'],
    ['Bearer a b', 'Bearer a b'],
    ['Basic abc', 'Basic abc'],
    ['Bearer ', 'Bearer '],
  ])('of %j has the credential %j', (header, expected) => {
    expect(readBearer(header)).toBe(expected);
  });

  test.each([
    ['/?key=sbk_1', 'Bearer sbk_1', true],
    ['/?key=sbk_2', 'Bearer sbk_1', false],
    ['/?key=sbk_2&key=sbk_1', 'Bearer sbk_1', true],
    ['/?key=', '', false],
    ['/', 'Bearer sbk_1', false],
    ['/', '', false],
  ])('of %s with %j has an exposed credential: %s', (path, authorization, isCredentialExposed) => {
    const url = new URL(path, 'http://board');
    const request = new Request(url, { headers: { authorization } });
    const exchange = { request, url, address: '192.0.2.1', requestId: 'r', connection: null } as Exchange;
    expect(toCaller('a2a', exchange)).toEqual({
      facade: 'a2a',
      address: '192.0.2.1',
      requestId: 'r',
      credential: readBearer(authorization),
      isCredentialExposed,
      connection: null,
    });
  });
});

test.each<[AccessPolicy, boolean]>([
  ['public', true],
  ['siteReader', false],
  ['registration', true],
  ['anyone', true],
  ['agent', false],
  ['agentOrOperator', false],
  ['operator', false],
])('a call with the policy %s needs no key: %s', (policy, expected) => {
  expect(isKeyless({ operation, policy }, describing([]))).toBe(expected);
  expect(isKeyless({ operation, policy: 'agent' }, describing([], policy))).toBe(expected);
  expect(policyOf({ operation, policy: 'public' }, describing([], policy))).toBe(policy);
});

test('a suggested call has the known values in its path, query and body', () => {
  const named = (name: string) => ({ ...operation, name });
  const format = createRestNextCallFormatter(
    [define(GET, { operation: named('Read') }), define(PATCH, { operation: named('Write') })],
    describing(['factId', 'limit', 'note']),
  );
  const variables = { factId: 'F/1', limit: 5, note: 'a b', other: 1 };
  const [surface, path] = ['rest', '/v1/facts/F%2F1'];
  expect(format({ operation: 'Read', variables })).toEqual([
    { surface, method: 'GET', path: `${path}?limit=5&note=a+b` },
  ]);
  expect(format({ operation: 'Write', variables })).toEqual([
    { surface, method: 'PATCH', path, body: { limit: 5, note: 'a b' } },
  ]);
  expect(format({ operation: 'Write', variables: { factId: 'F/1', note: undefined } })).toEqual([
    { surface, method: 'PATCH', path },
  ]);
  expect(format({ operation: 'Read' })).toEqual([{ surface, method: 'GET', path: '/v1/facts/{fact_id}' }]);
  expect(format({ operation: 'Other' })).toEqual([]);
});
