import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUnlessLatin1, toJsonReply } from '../../../facades/http/reply.ts';
import { JsonText } from '../../../schema/contract.ts';

const bytesOf = (body: string): Buffer => Buffer.from((encodeUnlessLatin1(body) ?? '') as string);

test('any body is sent as UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(bytesOf(text)).toEqual(Buffer.from(text));
    }),
  );
});

test('a lone surrogate is sent as the replacement character', () => {
  expect(bytesOf('“\ud800”').toString()).toBe('“\ufffd”');
});

test('a null body stays null', () => {
  expect(encodeUnlessLatin1(null)).toBeNull();
});

test('a reply has the JSON of callers as they wrote it, and the type application/json unless another is given', () => {
  const { status, headers, body } = toJsonReply({ b: 1, a: [new JsonText('{"1": 1.0, "0": 1e2}'), null] });
  expect([status, headers, body]).toEqual([
    200,
    { 'content-type': 'application/json' },
    '{"b":1,"a":[{"1": 1.0, "0": 1e2},null]}',
  ]);
  expect(toJsonReply(1, { status: 404, headers: { 'content-type': 'application/problem+json' } })).toEqual({
    ...{ status: 404, headers: { 'content-type': 'application/problem+json' }, body: '1' },
  });
});
