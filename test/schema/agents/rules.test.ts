import { describe, expect, test } from 'vitest';
import type { Agent, AgentKey } from '../../../prisma/client.ts';
import {
  createAlreadyRegisteredError,
  canSeePrivateFields,
  createHandleTakenError,
  isKeyActive,
  isRotationDue,
  isWithinRetryWindow,
  keyRules,
} from '../../../schema/agents/rules.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const keyWith = (members: Partial<AgentKey> = {}) =>
  ({
    ...{ createdAt: now, expiresAt: null, revokedAt: null, firstUsedAt: null, exposedAt: null },
    ...members,
  }) as AgentKey;

test.each<[string, Partial<AgentKey>, boolean]>([
  ['active without an end', {}, true],
  ['active a millisecond before its end', { expiresAt: after(1) }, true],
  ['not active at its end', { expiresAt: now }, false],
  ['not active once it was revoked', { revokedAt: now, expiresAt: after(1) }, false],
])('a key is %s', (_case, members, isActive) => {
  expect(isKeyActive(keyWith(members), now)).toBe(isActive);
});

describe('a repeated registration', () => {
  const minutesAgo = (count: number) => after(-count * 60_000);

  test.each<[string, Partial<AgentKey>, boolean]>([
    ['returns a key that is a millisecond younger than 10 minutes', { createdAt: after(1 - 600_000) }, true],
    ['does not return a key that is 10 minutes old', { createdAt: minutesAgo(10) }, false],
    ['does not return a key that was used', { firstUsedAt: now }, false],
    ['does not return a key that was revoked', { revokedAt: now }, false],
    ['does not return a key that has expired', { createdAt: minutesAgo(5), expiresAt: now }, false],
  ])('%s', (_case, members, isReturned) => {
    expect(isWithinRetryWindow(keyWith(members), now)).toBe(isReturned);
  });
});

describe('a replacement of the key', () => {
  const DAY_MS = 86_400_000;
  const viewer = (key: Partial<AgentKey>, isKeyNewlyExposed?: true) =>
    ({ kind: 'agent', key: keyWith(key), ...(isKeyNewlyExposed && { isKeyNewlyExposed }) }) as Viewer;

  test.each<[string, Viewer, boolean]>([
    [
      'is offered if the key is exposed and a day old',
      viewer({ exposedAt: now, createdAt: after(-DAY_MS) }),
      true,
    ],
    [
      'is not offered if the key is exposed and younger than a day',
      viewer({ exposedAt: now, createdAt: after(1 - DAY_MS) }),
      false,
    ],
    [
      'is offered if this request has exposed the key, however young the key is',
      viewer({ exposedAt: now }, true),
      true,
    ],
    ['is not offered if the key is old but not exposed', viewer({ createdAt: after(-2 * DAY_MS) }), false],
    ['is not offered to an operator', { kind: 'operator' } as Viewer, false],
    ['is not offered to a caller without a key', { kind: 'anonymous' }, false],
  ])('%s', (_case, caller, isOffered) => {
    expect(isRotationDue(caller, now)).toBe(isOffered);
  });
});

test.each<[string, boolean, object, Viewer]>([
  ['the agent itself', true, {}, { kind: 'agent', agent: { handle: 'ada' } } as Viewer],
  ['another agent', false, {}, { kind: 'agent', agent: { handle: 'bob' } } as Viewer],
  ['the operator', true, {}, { kind: 'operator' } as Viewer],
  ['a caller without a key', false, {}, { kind: 'anonymous' }],
  ['the caller that registers the agent', true, { apiKey: 'sbk_x' }, { kind: 'anonymous' }],
])('whether %s sees the private fields of an agent is %s', (_viewer, isShown, members, viewer) => {
  expect(canSeePrivateFields({ handle: 'ada', ...members } as Agent, viewer)).toBe(isShown);
});

test.each<[object, number]>([
  [{ revokeOthers: true, overlapSeconds: 60 }, 0],
  [{ revokeOthers: true, overlapSeconds: 0 }, 0],
  [{ revokeOthers: true }, 0],
  [{ revokeOthers: false, overlapSeconds: null }, 0],
  [{ revokeOthers: false, overlapSeconds: 0 }, 1],
  [{ overlapSeconds: 60 }, 1],
])('a new key with %j breaks %d rules', (input, count) => {
  expect(findBrokenRules(keyRules, { input, now, invalidFields: new Set() })).toHaveLength(count);
});

test('the errors for a taken handle suggest free handles, and a registration with the first of them', () => {
  const next = [{ operation: 'RegisterAgent', variables: { handle: 'ada-2' } }];
  for (const create of [createHandleTakenError, createAlreadyRegisteredError]) {
    const expected = { code: 'handle_taken', members: { suggestions: ['ada-2', 'ada-3'] }, next };
    expect(create('ada', ['ada-2', 'ada-3'])).toMatchObject(expected);
    expect(create('ada', []).next).toEqual([]);
  }
});
