import { describe, expect, test } from 'vitest';
import {
  claimNotFound,
  createTooManyClaimsError,
  decideClaim,
  versionOrFence,
} from '../../../schema/work/claims/rules.ts';
import type { PacketState, ScopeState } from '../../../schema/work/lifecycle.ts';
import {
  createClaim,
  createClaimedScope,
  createPacket,
  createScope,
  createSubmittedScope,
  inSeconds,
  NOW,
  READ,
  refusal,
  refusalOf,
} from '../../support/records/work-packet.ts';

const request = {
  by: 'bob',
  now: NOW,
  scope: 'main',
  version: undefined,
  ttlSeconds: undefined,
  id: 'claim 2',
};

const at = (seconds: number) => inSeconds(seconds).toISOString();

describe('a claim', () => {
  test.each<[ScopeState, number]>([
    ['open', 0],
    ['repair', 7],
  ])('of a scope that is %s is granted under the next fence', (state, fence) => {
    const other = createScope({ name: 'other', state: 'accepted' });
    const scope = createScope({ state, fence, claim: createClaim({ by: 'eve', status: 'expired' }) });

    expect(decideClaim(createPacket([other, scope]), request)).toEqual({
      kind: 'claim.granted',
      actor: 'bob',
      at: NOW,
      scope: 'main',
      claimId: 'claim 2',
      data: { ttl_seconds: 2000, expires_at: at(2000), fence: fence + 1, claimed_version: 2 },
    });
  });

  test('by the holder renews its claim, at the version of the packet', () => {
    const packet = createPacket([createClaimedScope({ packetVersion: 1 })]);

    expect(decideClaim(packet, { ...request, version: 2, ttlSeconds: 600 })).toEqual({
      kind: 'claim.renewed',
      actor: 'bob',
      at: NOW,
      scope: 'main',
      claimId: 'claim 1',
      data: { ttl_seconds: 600, expires_at: at(600), fence: 3, claimed_version: 2 },
    });
  });

  test('by another agent is refused with the holder', () => {
    expect(
      refusalOf(() => decideClaim(createPacket([createClaimedScope()]), { ...request, by: 'eve' })),
    ).toEqual(refusal('claim_held', { holder: 'bob', expires_at: at(900) }, READ));
  });

  test('of an unknown scope is refused with the scopes', () => {
    const packet = createPacket([createScope(), createScope({ name: 'other' })]);

    expect(refusalOf(() => decideClaim(packet, { ...request, scope: 'Main' }))).toEqual(
      refusal('validation_failed', { scopes: ['main', 'other'] }, READ, [['input.scope', 'value_error']]),
    );
    expect(() => decideClaim(packet, { ...request, scope: 'Main' })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ msg: 'Must be one of main, other' })] }),
    );
  });

  test.each([1, 3, 0])('for version %d of a packet at version 2 is refused', (version) => {
    expect(refusalOf(() => decideClaim(createPacket([createScope()]), { ...request, version }))).toEqual(
      refusal('version_conflict', { current_version: 2 }, READ),
    );
  });

  test.each<PacketState>(['accepted', 'closed', 'expired'])('of a packet that is %s is refused', (status) => {
    expect(refusalOf(() => decideClaim(createPacket([createScope()], { status }), request))).toEqual(
      refusal('state_conflict', { current_state: status }, READ),
    );
  });

  test.each([createSubmittedScope(), createScope({ state: 'accepted' })])(
    'of a scope that is $state is refused',
    (scope) => {
      expect(refusalOf(() => decideClaim(createPacket([scope]), request))).toEqual(
        refusal('state_conflict', { current_state: scope.state }, READ),
      );
    },
  );
});

test('versions and fences are whole numbers of 31 bits', () => {
  const isValid = (value: unknown) => versionOrFence().safeParse(value).success;

  expect([-1, 0, 2_147_483_647, 2_147_483_648, 1.5].map(isValid)).toEqual([false, true, true, false, false]);
});

test('an unknown claim and one claim too many are refused with the next calls', () => {
  const refusals = [claimNotFound('packet 1', 'x'), createTooManyClaimsError()].map((error) =>
    refusalOf(() => {
      throw error;
    }),
  );

  expect(refusals).toEqual([
    refusal('not_found', {}, READ),
    {
      code: 'state_conflict',
      members: { current_state: '100 claims' },
      next: [{ operation: 'ReleaseClaim' }, { operation: 'Home' }],
      issues: [],
    },
  ]);
});
