// What findChainFault reports for an event and the event before it.
import { expect, test } from 'vitest';
import { chainEvents, findChainFault, type HashedEvent } from '../../../schema/work/event-chain.ts';

const AT = new Date('2026-01-01T00:00:00Z');
const PACKET = '60000000-0000-7000-8000-000000000001';

/** A stored event after the event with this hash. */
const eventAfter = (headHash: string | null, seq: number): HashedEvent => {
  const event = { seq, kind: 'packet.created', actor: 'ada', at: AT, version: 1, scope: null };
  const [row] = chainEvents(PACKET, headHash, [event as never]);
  return row!;
};

const first = eventAfter(null, 1);
const second = eventAfter(first.hash, 2);
const SEQ = 'seq: Must be 2 (got 3)';
const PREVIOUS = 'prev_hash: Must be the hash of the event before';
const HASH = 'hash: Must be the hash of the event';

test.each([
  ['the first event', null, null, first],
  ['the second event', null, first, second],
  ['a first event that names an event before it', PREVIOUS, null, eventAfter(second.hash, 1)],
  ['a second event that names no event before it', PREVIOUS, first, eventAfter(null, 2)],
  ['a second event after another first one', PREVIOUS, { ...first, hash: second.hash }, second],
  ['an event after one that was left out', SEQ, first, eventAfter(second.hash, 3)],
  ['a second event at the beginning', 'seq: Must be 1 (got 2)', null, second],
  ['an event that was altered', HASH, first, { ...second, actor: 'bob' }],
  [
    'a redacted event, whose hash covers more than it has,',
    null,
    first,
    { ...second, actor: 'bob', redacted: true },
  ],
  [
    'a redacted second event that names no event before it',
    PREVIOUS,
    first,
    { ...eventAfter(null, 2), redacted: true },
  ],
])('%s has the fault %j', (_what, fault, previous, event) => {
  expect(findChainFault(previous, event)).toBe(fault);
});
