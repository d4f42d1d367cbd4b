import { describe, expect, test } from 'vitest';
import {
  changesClaim,
  decideRelease,
  decideRenewal,
  leaseData,
  renewAt,
} from '../../../schema/work/claims/rules.ts';
import type { ScopeState } from '../../../schema/work/lifecycle.ts';
import {
  createClaimedScope,
  createPacket,
  createScope,
  inSeconds,
  NOW,
  READ,
  refusal,
  refusalOf,
} from '../../support/records/work-packet.ts';

const at = (seconds: number) => inSeconds(seconds).toISOString();

const held = { by: 'bob', now: NOW, claimId: 'claim 1', fence: 3 };

describe('a lease', () => {
  test.each([
    [undefined, 2000],
    [null, 2000],
    [1999, 1999],
    [2001, 2000],
  ])('with %s requested seconds lasts %d seconds', (requested, seconds) => {
    expect(leaseData(createPacket([]), NOW, requested)).toEqual({
      ttl_seconds: seconds,
      expires_at: at(seconds),
    });
  });

  test('ends with the packet at the latest', () => {
    expect(leaseData(createPacket([], { expiresAt: inSeconds(1500) }), NOW)).toEqual({
      ttl_seconds: 2000,
      expires_at: at(1500),
    });
  });

  test.each([
    [900, 600],
    [100, 66.666],
  ])('of %d seconds should be renewed after %d', (seconds, after) => {
    expect(renewAt({ renewedAt: NOW, expiresAt: inSeconds(seconds) })).toEqual(inSeconds(after));
  });
});

describe.each([
  ['a renewal', 'RenewClaim', decideRenewal],
  ['a release', 'ReleaseClaim', decideRelease],
] as const)('%s', (_name, operation, decide) => {
  const packet = createPacket([createClaimedScope()]);

  test.each([2, 4, 0])('under the fence %d instead of 3 is refused with the correct call', (fence) => {
    expect(refusalOf(() => decide(packet, packet.scopes[0]!, { ...held, fence }))).toEqual(
      refusal(
        'claim_lost',
        { current_state: 'claimed', current_version: 2, current_fence: 3 },
        { operation, variables: { workId: 'packet 1', claimId: 'claim 1', fence: 3 } },
      ),
    );
  });

  test.each([
    ['another claim', { ...held, claimId: 'claim 2' }, createClaimedScope()],
    ['another agent’s claim', { ...held, by: 'eve' }, createClaimedScope()],
    ['a claim that has ended', held, createClaimedScope({ status: 'expired' })],
  ])('of %s is refused', (_what, sent, scope) => {
    expect(refusalOf(() => decide(createPacket([scope]), scope, sent))).toEqual(
      refusal('claim_lost', { current_state: 'claimed', current_version: 2, current_fence: 3 }, READ),
    );
  });

  test.each<ScopeState>(['open', 'repair'])(
    'of a scope that is %s again is refused with the call that claims it',
    (state) => {
      const scope = createScope({ state, fence: 4 });

      expect(refusalOf(() => decide(createPacket([scope]), scope, held))).toEqual(
        refusal(
          'claim_lost',
          { current_state: state, current_version: 2, current_fence: 4 },
          { operation: 'ClaimWork', variables: { workId: 'packet 1', scope: 'main' } },
        ),
      );
    },
  );

  test('is refused once the packet has ended', () => {
    const ended = createPacket([createClaimedScope()], { status: 'closed' });

    expect(refusalOf(() => decide(ended, ended.scopes[0]!, held))).toEqual(
      refusal('state_conflict', { current_state: 'closed' }, READ),
    );
  });
});

test.each([
  [undefined, 1000],
  [null, 1000],
  [700, 700],
  [5000, 2000],
])('a renewal for %s seconds has a lease of %d, at the version of the claim', (ttlSeconds, seconds) => {
  const scope = createClaimedScope({ packetVersion: 1 });

  expect(decideRenewal(createPacket([scope]), scope, { ...held, ttlSeconds })).toEqual({
    kind: 'claim.renewed',
    actor: 'bob',
    at: NOW,
    scope: 'main',
    claimId: 'claim 1',
    data: { ttl_seconds: seconds, expires_at: at(seconds), fence: 3, claimed_version: 1 },
  });
});

test('a release names the claim and its fence', () => {
  const scope = createClaimedScope();

  expect(decideRelease(createPacket([scope]), scope, held)).toEqual({
    kind: 'claim.released',
    actor: 'bob',
    at: NOW,
    scope: 'main',
    claimId: 'claim 1',
    data: { fence: 3 },
  });
});

describe('an event', () => {
  const packet = createPacket([createScope({ name: 'other' }), createClaimedScope()]);
  const renewal = {
    kind: 'claim.renewed',
    actor: 'bob',
    at: NOW,
    scope: 'main',
    claimId: 'claim 1',
  } as const;
  const lasting = (seconds: number) => ({ expires_at: at(seconds), claimed_version: 2 });

  test.each([
    ['that moves the expiry by a minute', true, { ...renewal, data: lasting(960) }],
    ['that moves the expiry back by a minute', true, { ...renewal, data: lasting(840) }],
    ['that moves the expiry by less', false, { ...renewal, data: lasting(959.999) }],
    ['that moves the expiry back by less', false, { ...renewal, data: lasting(840.001) }],
    ['at another version', true, { ...renewal, data: { ...lasting(900), claimed_version: 3 } }],
    ['of an unknown claim', true, { ...renewal, claimId: 'claim 9', data: lasting(900) }],
    ['that is a release', true, { ...renewal, kind: 'claim.released' as const, data: lasting(900) }],
  ])('%s changes the claim: %s', (_what, changes, event) => {
    expect(changesClaim(packet, event)).toBe(changes);
  });
});
