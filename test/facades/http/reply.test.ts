import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUnlessLatin1 } from '../../../facades/http/reply.ts';

const bytesOf = (body: string): Buffer => Buffer.from((encodeUnlessLatin1(body) ?? '') as string);

test('a body is sent as UTF-8, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(bytesOf(text)).toEqual(Buffer.from(text));
    }),
  );
});

test('half a character is sent as what stands for none', () => {
  expect(bytesOf('“\ud800”').toString()).toBe('“\ufffd”');
});

test('no body stays none', () => {
  expect(encodeUnlessLatin1(null)).toBeNull();
});
