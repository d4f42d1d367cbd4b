import { expect, test } from 'vitest';
import { lifecycles } from '../../../schema/writes/lifecycles.ts';

const transitionsOf = (subject: string) => lifecycles.find((each) => each.subject === subject)!.transitions;

test('the published lifecycle of a packet has a transition for each state in which an operation is allowed, to the state after all its events', () => {
  const rows = transitionsOf('work').map(
    ({ from, operation, who, to }) => `${from} ${operation} (${who}): ${to}`,
  );

  expect(rows).toEqual([
    'open claim (any agent): claimed',
    'repair claim (any agent): claimed',
    'claimed claim (holder): claimed',
    'claimed renew (holder, with its fence): claimed',
    'claimed release (holder, with its fence): open',
    'claimed time (time): claimed_from',
    'claimed quarantine (operator): open',
    'claimed submit (holder): submitted',
    'open submit (last holder): submitted',
    'repair submit (last holder): submitted',
    ...['open', 'repair', 'claimed', 'submitted'].map((from) => `${from} submit (old holder): same`),
    'submitted review (not the author): same',
    'submitted accept (creator): accepted',
    'submitted reject (creator): open',
    'submitted repair (creator): repair',
    'submitted time (time): open',
    'submitted hide (operator): open',
    'open close (creator): closed',
    'open time (time): expired',
  ]);
});

test('a published transition describes its condition, its events and its errors', () => {
  const [granted] = transitionsOf('work');
  const regranted = transitionsOf('work').find(({ who }) => who === 'last holder');
  const expired = transitionsOf('work').at(-1);

  expect([granted, regranted, expired].map((transition) => transition?.effect)).toEqual([
    'writes claim.granted; may throw claim_held, version_conflict',
    'no agent has claimed the scope since, and the packet has the version of the claim; writes claim.regranted, submission.created; may throw claim_lost, version_conflict',
    'expires_at is reached; claims end, pending submissions lapse; writes packet.expired',
  ]);
  expect(granted).toMatchObject({ refusal: null, unchanged: false });
});
