import { describe, expect, test } from 'vitest';
import type { Agent } from '../../prisma/client.ts';
import type { AccessPolicy } from '../../schema/contract.ts';
import {
  countsAcceptedCalls,
  hitsOf,
  isDisclosed,
  agentBucketOf,
  pointsHitOf,
} from '../../schema/rate-limits.ts';
import { mapRateLimits, SHARED_BUCKETS } from '../../schema/rate-limit-buckets.ts';
import type { Viewer } from '../../schema/viewer.ts';

const now = new Date('2026-01-02T00:00:00Z');
const address = '2001:db8:1:2::3';
const network = '2001:db8:1:2::/64';

const agent = { kind: 'agent', agent: { id: 'id of ada', createdAt: now } as Agent } as Viewer;
const operator = { kind: 'operator' } as Viewer;
const anonymous = { kind: 'anonymous' } as Viewer;

test.each([
  [0, 'key-first-hour'],
  [3_599_999, 'key-first-hour'],
  [3_600_000, 'key-first-day'],
  [86_399_999, 'key-first-day'],
  [86_400_000, 'key-established'],
])('an agent that registered %d ms ago has the limit %s', (age, bucket) => {
  expect(agentBucketOf(new Date(now.getTime() - age), now)).toBe(bucket);
});

describe('a call', () => {
  test.each<[AccessPolicy, string, Viewer, readonly (readonly [string, string])[]]>([
    [
      'registration',
      'anybody',
      agent,
      [
        ['register-ip', network],
        ['register-global', '*'],
      ],
    ],
    ['agent', 'an agent', agent, [['key-first-hour', 'id of ada']]],
    ['public', 'an agent', agent, [['key-first-hour', 'id of ada']]],
    ['operator', 'an operator', operator, [['creator', '*']]],
    ['public', 'an anonymous caller', anonymous, [['public-ip', network]]],
    ['siteReader', 'an anonymous caller', anonymous, [['public-ip', network]]],
    ['anyone', 'an anonymous caller', anonymous, [['public-ip', network]]],
    ['agent', 'an anonymous caller', anonymous, [['anon', '*']]],
    ['operator', 'an anonymous caller', anonymous, [['anon', '*']]],
  ])('with the policy %s by %s counts on its limits', (policy, _who, viewer, hits) => {
    expect(hitsOf(policy, { viewer, address, now })).toEqual(
      hits.map(([bucket, owner]) => ({ bucket, owner })),
    );
  });

  test.each([
    [agent, 'graphql-points', 'id of ada'],
    [operator, 'graphql-points', '*'],
    [anonymous, 'graphql-points-anon', network],
  ])('takes points of its caller', (viewer, bucket, owner) => {
    expect(pointsHitOf({ viewer, address })).toEqual({ bucket, owner });
  });
});

test('only the limit of all callers without a valid key is not disclosed, and only the limit of all registrations ignores refused calls', () => {
  const rows = Object.values(
    mapRateLimits((bucket) => [bucket, isDisclosed(bucket), countsAcceptedCalls(bucket)]),
  );

  expect(rows.filter(([, disclosed]) => !disclosed)).toEqual([['anon', false, false]]);
  expect(rows.filter(([, , countsAccepted]) => countsAccepted)).toEqual([['register-global', true, true]]);
  expect(SHARED_BUCKETS).toEqual(['anon', 'register-global', 'creator']);
});
