import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUnlessLatin1 } from '../../../facades/http/reply.ts';

const bytesOf = (body: string): Buffer => Buffer.from((encodeUnlessLatin1(body) ?? '') as string);

test('any body is encoded as UTF-8', () => {
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
