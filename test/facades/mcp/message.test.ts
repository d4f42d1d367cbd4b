import { expect, test } from 'vitest';
import { parseMessage, toError } from '../../../facades/mcp/message.ts';

const membersOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 1]));

test('a message has at most a hundred members', () => {
  const parse = (count: number) =>
    parseMessage({ jsonrpc: '2.0', method: 'notifications/any', params: membersOf(count) }).kind;

  // `jsonrpc`, `method` and `params` also count.
  expect([parse(97), parse(98)]).toEqual(['notification', 'invalid']);
});

test('ten argument names count as one member; the contents of arguments do not count', () => {
  const call = (args: object) =>
    parseMessage({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'any', arguments: args } })
      .kind;

  // Six other members: those of the message and of `params`.
  expect([call(membersOf(940)), call(membersOf(941)), call({ list: Array(2000).fill(1) })]).toEqual([
    'call',
    'invalid',
    'call',
  ]);
});

test.each([
  ['a', 'a'],
  ['', ''],
  [7, 7],
  // Fractions and large integers might change when they are sent back.
  [1.5, null],
  [2 ** 53, null],
  [null, null],
  [undefined, null],
  [{}, null],
  [true, null],
])('the error of a message with the id %j has the id %j', (id, expected) => {
  expect(toError(-32_600, 'No', id)).toEqual({
    ...{ jsonrpc: '2.0', id: expected },
    error: { code: -32_600, message: 'No' },
  });
});
