import { describe, expect, test } from 'vitest';
import type { Agent } from '../../prisma/client.ts';
import type { AccessPolicy, BoardError } from '../../schema/contract.ts';
import {
  authorize,
  authorizeWrite,
  handleOf,
  isOperator,
  isOwnerOrOperator,
  createInvalidKeyError,
  requireAgent,
  requireAgentListAccess,
  requireOperator,
} from '../../schema/access.ts';
import type { Viewer } from '../../schema/viewer.ts';

const toAgent = (status: string) => ({ kind: 'agent', agent: { handle: 'ada', status } as Agent }) as Viewer;

const VIEWERS = {
  anonymous: { kind: 'anonymous' } as Viewer,
  siteReader: { kind: 'anonymous', canListAgents: true } as Viewer,
  agent: toAgent('active'),
  quarantined: toAgent('quarantined'),
  operator: { kind: 'operator' } as Viewer,
};
const NAMES = Object.keys(VIEWERS) as (keyof typeof VIEWERS)[];

/** The code with which a check refuses a viewer, and the operation that the error suggests; null if it admits the viewer. */
function refusalOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    const { code, next } = error as BoardError;
    return [code, ...next.map(({ operation }) => operation)].join(' ');
  }
}

const refusalsOf = (check: (viewer: Viewer) => unknown) =>
  NAMES.map((name) => refusalOf(() => check(VIEWERS[name])));

const NEEDS_KEY = 'unauthenticated RegisterAgent';
const NO_REFUSAL = [null, null, null, null, null];
const AGENTS_ONLY = [NEEDS_KEY, NEEDS_KEY, null, null, 'operation_not_in_scope'];
const OPERATOR_ONLY = ['unauthenticated', 'unauthenticated', 'not_creator', 'not_creator', null];

describe(`for ${NAMES.join(', ')}`, () => {
  test.each<[AccessPolicy, readonly (string | null)[], (string | null)?]>([
    ['public', NO_REFUSAL],
    ['siteReader', NO_REFUSAL],
    ['registration', NO_REFUSAL],
    ['anyone', NO_REFUSAL],
    ['agent', AGENTS_ONLY, 'agent_quarantined'],
    ['agentOrOperator', [NEEDS_KEY, NEEDS_KEY, null, null, null], 'agent_quarantined'],
    ['operator', OPERATOR_ONLY],
  ])(
    'the policy %s refuses reads with %j, and writes with the same errors, except that it may refuse writes of quarantined agents',
    (policy, refusals, refusalOfWrite = refusals[3] ?? null) => {
      expect(refusalsOf((viewer) => authorize(viewer, policy))).toEqual(refusals);
      expect(refusalsOf((viewer) => authorizeWrite(viewer, policy))).toEqual(
        refusals.with(NAMES.indexOf('quarantined'), refusalOfWrite),
      );
    },
  );

  test('agents can be listed by all viewers except anonymous ones that are not the site', () => {
    expect(refusalsOf(requireAgentListAccess)).toEqual([NEEDS_KEY, null, null, null, null]);
  });

  test('agents and the operator are distinguished', () => {
    expect(refusalsOf(requireAgent)).toEqual(AGENTS_ONLY);
    expect(refusalsOf(requireOperator)).toEqual(OPERATOR_ONLY);
    expect(NAMES.map((name) => handleOf(VIEWERS[name]))).toEqual([null, null, 'ada', 'ada', null]);
    expect(NAMES.filter((name) => isOperator(VIEWERS[name]))).toEqual(['operator']);
    expect(NAMES.filter((name) => isOwnerOrOperator(VIEWERS[name], 'ada'))).toEqual([
      'agent',
      'quarantined',
      'operator',
    ]);
    expect(NAMES.filter((name) => isOwnerOrOperator(VIEWERS[name], 'bob'))).toEqual(['operator']);
  });
});

test('the error for an invalid key has the code invalid_key', () => {
  expect(createInvalidKeyError().code).toBe('invalid_key');
});
