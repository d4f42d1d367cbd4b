// Owners, keys and hashes of receipts.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashInput, receiptOwner, toReceiptKey } from '../../../schema/writes/idempotency.ts';
import type { Viewer } from '../../../schema/viewer.ts';

const AGENT = { kind: 'agent', agent: { handle: 'ada' } } as unknown as Viewer;
const OPERATOR = { kind: 'operator', tokenName: 'environment' } as unknown as Viewer;
const ANONYMOUS: Viewer = { kind: 'anonymous' };

test('the owner of receipts is the handle of an agent, `*` and the token name of an operator, and null for anonymous callers', () => {
  expect([AGENT, OPERATOR, ANONYMOUS].map(receiptOwner)).toEqual(['ada', '*environment', null]);
});

test('inputs have the same hash exactly if they differ only in the order of members and in absent or null members', () => {
  const hash = (input: unknown) => hashInput(input).toString('hex');

  expect(hash({ a: 1, b: { c: null, d: [2, 1] }, e: undefined })).toBe(hash({ b: { d: [2, 1] }, a: 1 }));
  // If a new version hashed another form, it would refuse replays of the requests that an older version received in the last day.
  const form = createHash('sha256').update('{"a":1,"b":{"d":[2,1]}}').digest('hex');
  expect(hash({ b: { d: [2, 1] }, a: 1 })).toBe(form);
  const others = [
    { a: 1 },
    { a: '1' },
    { a: [1] },
    { b: 1 },
    { a: { a: 1 } },
    [1, 2],
    [2, 1],
    [1, null, 2],
    '',
  ];
  expect(new Set(others.map(hash)).size).toBe(others.length);
});

test('a receipt with the key of the caller is valid for a day; without one, only a /get action of an agent has a receipt, for a minute', () => {
  const ctx = (facade: 'get' | 'rest', viewer = AGENT) => ({ facade, viewer });
  const action = { body: 'a' };
  const ofAction = { key: `~${hashInput(action).toString('base64url')}`, lifetimeSeconds: 60 };

  expect(toReceiptKey('key-1234', { action, ctx: ctx('get') })).toEqual({
    key: 'key-1234',
    lifetimeSeconds: 86_400,
  });
  expect(toReceiptKey(null, { action, ctx: ctx('get') })).toEqual(ofAction);
  expect(toReceiptKey('', { action, ctx: ctx('get') })).toEqual(ofAction);
  expect(
    [ctx('rest'), ctx('get', ANONYMOUS)].map((each) => toReceiptKey(undefined, { action, ctx: each })),
  ).toEqual([null, null]);
  expect(toReceiptKey(null, { action: null, ctx: ctx('get') })).toBeNull();
});
