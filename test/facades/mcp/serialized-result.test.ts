import { expect, test } from 'vitest';
import { SerializedResult, serializeOnce } from '../../../facades/mcp/serialized-result.ts';

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test('a response has the id of its request, whatever ids earlier requests had', () => {
  const content = { text: 'naïve “déjà vu” 🙂' };
  const result = new SerializedResult(JSON.stringify(content));
  for (const id of [1, 'a "quoted" id', 1, 12345, '1', '🙂'])
    expect(JSON.parse(toText(result.toResponse(id)))).toEqual({ jsonrpc: '2.0', id, result: content });
});

test('requests with the same id get the same bytes', () => {
  const result = new SerializedResult('{}');
  expect(result.hasResponse(1)).toBe(false);
  const first = result.toResponse(1);
  expect(result.hasResponse(1)).toBe(true);
  expect(result.toResponse(1)).toBe(first);
  expect(result.hasResponse('1')).toBe(false);
});

test('the size of a result is its length in UTF-8', () => {
  const result = new SerializedResult('{"text":"“é🙂”"}');
  expect(result.byteLength).toBe(Buffer.byteLength('{"text":"“é🙂”"}'));
});

test.each([
  ['the first response', []],
  ['a later response', [1]],
])('a long id is in its response and is not kept: %s', (_name, idsBefore) => {
  const result = new SerializedResult('{"text":"é"}');
  for (const id of idsBefore) result.toResponse(id);
  // Ids of at most 64 characters are kept.
  const long = 'i'.repeat(65);

  expect(JSON.parse(toText(result.toResponse(long)))).toEqual({
    jsonrpc: '2.0',
    id: long,
    result: { text: 'é' },
  });

  expect(result.hasResponse(long)).toBe(false);
  expect(JSON.parse(toText(result.toResponse(2)))).toMatchObject({ id: 2, result: { text: 'é' } });
});

test.each([
  ['a shared result is serialized once', 2_097_152, true, 1],
  ['a result of one caller is not kept', 100, false, 2],
])('%s', (_name, bytes, isShared, expected) => {
  const result = { value: null, isReplayed: false, isShared };
  let count = 0;
  const serialize = () => {
    count += 1;
    return new SerializedResult('x'.repeat(bytes));
  };

  for (let i = 0; i < 2; i++) serializeOnce(result, serialize);

  expect(count).toBe(expected);
});
