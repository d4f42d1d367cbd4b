import { expect, test } from 'vitest';
import { isKeyless, policyOf } from '../../../../facades/http/binding/access-policy.ts';
import type { AccessPolicy } from '../../../../schema/contract.ts';
import { describing, operation } from './recorded-route.ts';

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
