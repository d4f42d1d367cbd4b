import { describe, expect, test } from 'vitest';
import { applyExpirations, effectiveNow, expiryAfter } from '../../../schema/work/expirations.ts';
import { PacketChanges } from '../../../schema/work/packet-changes.ts';
import type { Packet } from '../../../schema/work/packet-state.ts';
import {
  createClaimedScope,
  createPacket,
  createScope,
  createSubmittedScope,
  inSeconds,
  NOW,
} from '../../support/records/work-packet.ts';

/** The events of the expirations that are due after this many seconds, and the packet after them. */
function expire(packet: Packet, seconds: number) {
  const changes = new PacketChanges(packet);
  applyExpirations(changes, inSeconds(seconds));
  return { events: changes.events, packet: changes.packet };
}

const expirationsAfter = (packet: Packet, seconds: number) =>
  expire(packet, seconds).events.map(({ kind, scope, at }) => [kind, scope, at]);

const other = { ...createSubmittedScope(), name: 'other' };

describe('an expiration', () => {
  test.each([
    [499.999, []],
    [500, [['submission.lapsed', 'other', inSeconds(500)]]],
    [899.999, [['submission.lapsed', 'other', inSeconds(500)]]],
    [
      900,
      [
        ['submission.lapsed', 'other', inSeconds(500)],
        ['claim.expired', 'main', inSeconds(900)],
      ],
    ],
  ])('is due when its time is reached: after %d seconds the due expirations are %j', (seconds, events) => {
    expect(expirationsAfter(createPacket([createClaimedScope(), other]), seconds)).toEqual(events);
  });

  test('names its claim and its submission', () => {
    const { events, packet } = expire(createPacket([createClaimedScope(), other]), 900);

    expect(events).toMatchObject([
      { actor: null, claimId: 'claim 1', submissionId: 'submission 1', seq: 6 },
      { actor: null, claimId: 'claim 1', data: { fence: 3 }, seq: 7 },
    ]);
    expect(packet.scopes.map(({ state }) => state)).toEqual(['open', 'open']);
    expect(packet.scopes[0]?.claim?.status).toBe('expired');
    expect(packet.scopes[1]?.submission?.status).toBe('lapsed');
  });

  test('of the packet comes before others at the same time, and ends claims and submissions', () => {
    const { events, packet } = expire(
      createPacket([createClaimedScope(), other], { expiresAt: inSeconds(500) }),
      1000,
    );

    expect(events.map(({ kind, scope, actor, at }) => [kind, scope, actor, at])).toEqual([
      ['packet.expired', null, null, inSeconds(500)],
    ]);
    expect([packet.status, packet.scopes.map(({ state }) => state)]).toEqual(['expired', ['open', 'open']]);
    expect([packet.scopes[0]?.claim?.status, packet.scopes[1]?.submission?.status]).toEqual([
      'ended',
      'lapsed',
    ]);
  });

  test('of the packet puts a scope that was claimed from `repair` back into that state', () => {
    const repaired = createClaimedScope({ claimedFrom: 'repair' });

    const { packet } = expire(createPacket([repaired, other], { expiresAt: inSeconds(500) }), 1000);

    expect(packet.scopes.map(({ state }) => state)).toEqual(['repair', 'open']);
  });

  test('of an open scope, of a submission without an expiry, or of a packet that has ended does not happen', () => {
    const unlimited = createSubmittedScope({ expiresAt: null });

    expect(
      expirationsAfter(createPacket([createScope({ claim: createClaimedScope().claim }), unlimited]), 9999),
    ).toEqual([]);
    expect(expirationsAfter(createPacket([createClaimedScope()], { status: 'closed' }), 99_999)).toEqual([]);
  });
});

describe('the claim of a quarantined agent', () => {
  const quarantine = (scope = createClaimedScope(), more: Partial<Packet> = {}) =>
    expire(createPacket([scope, other], { quarantinedHolders: ['bob'], ...more }), 100).events;

  test('is released now', () => {
    expect(quarantine()).toMatchObject([
      {
        kind: 'claim.released',
        actor: null,
        at: inSeconds(100),
        scope: 'main',
        claimId: 'claim 1',
        data: { fence: 3, reason: 'quarantined' },
      },
    ]);
  });

  test('is not released after its submission or the end of the packet; claims of other agents are not released', () => {
    expect(quarantine(createSubmittedScope())).toEqual([]);
    expect(quarantine(createClaimedScope({ by: 'eve' }))).toEqual([]);
    expect(quarantine(createClaimedScope(), { status: 'accepted' })).toEqual([]);
  });
});

test.each([
  [-200, -100],
  [-100, -100],
  [0, 0],
])(
  'with the clock at %d s, the effective time of a packet that last changed at -100 s is %d s',
  (seconds, effective) => {
    expect(effectiveNow(createPacket([]), inSeconds(seconds))).toEqual(inSeconds(effective));
  },
);

test.each([
  [9999, 9999],
  [10_001, 10_000],
])('a lease of %d seconds ends after %d, at the latest with the packet', (seconds, end) => {
  expect(expiryAfter(createPacket([]), NOW, seconds)).toEqual(inSeconds(end));
});
