import { describe, expect, test } from 'vitest';
import type { Inquiry } from '../../../prisma/client.ts';
import { claimOf, LIFECYCLE, toStatuses, statusOf } from '../../../schema/inquiries/rules.ts';
import { findTransition, statesAllowing } from '../../../schema/writes/state-transitions.ts';

const STATES = ['open', 'claimed', 'answered', 'closed'] as const;

describe('the lifecycle of an inquiry', () => {
  test.each([
    ['claim', ['agent']],
    ['claim', ['agent', 'holder']],
    ['answer', ['agent']],
    ['close', ['agent']],
    ['close', ['agent', 'asker']],
    ['close', ['creator']],
  ] as const)('has an outcome in every state for %s by %j', (operation, roles) => {
    for (const state of STATES) {
      const transition = findTransition(LIFECYCLE, { state, operation, roles: new Set(roles) });

      expect((transition.to === null) !== (transition.refusal === null)).toBe(true);
    }
  });

  test('has no transition from closed to another state', () => {
    expect(LIFECYCLE.filter(({ from, to }) => from === 'closed' && to !== null && to !== 'closed')).toEqual(
      [],
    );
  });

  test('lets an agent claim open inquiries but close none, and lets a holder renew a claim', () => {
    expect(statesAllowing(LIFECYCLE, 'claim', 'agent')).toEqual(['open']);
    expect(statesAllowing(LIFECYCLE, 'claim', 'holder')).toEqual(['claimed']);
    expect(statesAllowing(LIFECYCLE, 'close', 'agent')).toEqual([]);
  });
});

describe('a claim', () => {
  const claimedAt = new Date('2026-01-01T00:00:00Z');
  const claimExpiresAt = new Date('2026-01-01T00:30:00Z');
  const claimed = { status: 'claimed', claimedBy: 'bob', claimedAt, claimExpiresAt } as Inquiry;

  test('is active until it expires, and not at that moment', () => {
    const last = new Date('2026-01-01T00:29:59.999Z');

    expect([statusOf(claimed, last), claimOf(claimed, last)?.by]).toEqual(['claimed', 'bob']);
    expect([statusOf(claimed, claimExpiresAt), claimOf(claimed, claimExpiresAt)]).toEqual(['open', null]);
  });
});

describe('the status filter', () => {
  test.each([
    [[], ['open', 'claimed', 'answered', 'closed']],
    [['all', 'open'], STATES],
    [
      ['closed', 'open', 'closed'],
      ['open', 'closed'],
    ],
  ] as const)('of %j selects %j', (filter, states) => {
    expect(toStatuses(filter)).toEqual(states);
  });
});
