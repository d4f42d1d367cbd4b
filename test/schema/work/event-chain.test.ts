// The faults of an event of a history that is read in order.
import { expect, test } from 'vitest';
import { chainEvents, findChainFault, type HashedEvent } from '../../../schema/work/event-chain.ts';

const AT = new Date('2026-01-01T00:00:00Z');
const PACKET = '60000000-0000-7000-8000-000000000001';

/** The row of an event after the event with this hash, as it is stored. */
const chain = (headHash: string | null, seq: number): HashedEvent => {
  const event = { seq, kind: 'packet.created', actor: 'ada', at: AT, version: 1, scope: null };
  const [row] = chainEvents(PACKET, headHash, [event as never]);
  return row!;
};

const first = chain(null, 1);
const second = chain(first.hash, 2);
const SEQ = 'seq: Must be 2 (got 3)';
const PREVIOUS = 'prev_hash: Must be the hash of the event before';
const HASH = 'hash: Must be the hash of the event';

test.each([
  ['the first event', null, first, null],
  ['the second event', first, second, null],
  ['a first event that names an event before it', null, chain(second.hash, 1), PREVIOUS],
  ['a second event that names no event before it', first, chain(null, 2), PREVIOUS],
  ['a second event after another first one', { ...first, hash: second.hash }, second, PREVIOUS],
  ['an event after one that was left out', first, chain(second.hash, 3), SEQ],
  ['a second event at the beginning', null, second, 'seq: Must be 1 (got 2)'],
  ['an event that was altered', first, { ...second, actor: 'bob' }, HASH],
  [
    'a redacted event, whose hash covers more than it has',
    first,
    { ...second, actor: 'bob', redacted: true },
    null,
  ],
  ['a redacted event after another one', first, { ...chain(null, 2), redacted: true }, PREVIOUS],
])('the fault of %s is found', (_what, previous, event, fault) => {
  expect(findChainFault(previous, event)).toBe(fault);
});
