import { describe, expect, test } from 'vitest';
import {
  claimableReason,
  createdEvent,
  currentSubmission,
  isClaimable,
  workNotFound,
} from '../../../schema/work/packets/rules.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import type { Scope } from '../../../schema/work/packet-state.ts';
import {
  createClaimedScope,
  createPacket,
  createScope,
  createSubmission,
  createSubmittedScope,
  inSeconds,
} from '../../support/records/work-packet.ts';

describe('a scope', () => {
  const toViewer = (handle: string, status = 'active') =>
    ({ kind: 'agent', agent: { handle, status } }) as Viewer;
  const anonymous: Viewer = { kind: 'anonymous' };

  test.each<[string, boolean, Scope, Viewer]>([
    ['open', true, createScope(), toViewer('bob')],
    ['open', true, createScope(), anonymous],
    ['repair', true, createScope({ state: 'repair' }), toViewer('bob')],
    ['held_by_you', true, createClaimedScope(), toViewer('bob')],
    ['claimed', false, createClaimedScope(), toViewer('eve')],
    ['claimed', false, createClaimedScope(), anonymous],
    ['submitted', false, createSubmittedScope(), toViewer('bob')],
    ['accepted', false, createScope({ state: 'accepted' }), toViewer('bob')],
    ['agent_quarantined', false, createScope(), toViewer('mal', 'quarantined')],
    ['submitted', false, createSubmittedScope(), toViewer('mal', 'quarantined')],
  ])('with the reason %s can be claimed: %s', (reason, claimable, scope, viewer) => {
    const found = claimableReason(createPacket([scope]), scope, viewer);

    expect([found, isClaimable(found)]).toEqual([reason, claimable]);
  });

  test.each(['accepted', 'closed', 'expired'] as const)(
    'of a packet that is %s cannot be claimed',
    (status) => {
      const found = claimableReason(
        createPacket([createScope()], { status }),
        createScope(),
        toViewer('bob'),
      );

      expect([found, isClaimable(found)]).toEqual([`packet_${status}`, false]);
    },
  );

  test('shows its last submission unless that was rejected, has lapsed or is a candidate', () => {
    const shown = (['pending', 'accepted', 'repair', 'rejected', 'lapsed', 'candidate'] as const).filter(
      (status) => currentSubmission(createScope({ submission: createSubmission({ status }) })) !== null,
    );

    expect(shown).toEqual(['pending', 'accepted', 'repair']);
    expect(currentSubmission(createScope())).toBeNull();
  });
});

test('a packet begins with an event that has its scopes and its version', () => {
  expect(createdEvent(createPacket([createScope(), createScope({ name: 'other' })]))).toEqual({
    kind: 'packet.created',
    actor: 'ada',
    at: inSeconds(-100),
    scope: null,
    data: { scopes: ['main', 'other'], version: 2 },
  });
});

test('an unknown packet is reported with the call that lists packets', () => {
  expect(workNotFound('x')).toMatchObject({ code: 'not_found', next: [{ operation: 'WorkList' }] });
});
