import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBody } from '../../../../facades/http/server/body.ts';
import { readJson, readJsonObject } from '../../../../facades/http/codec/json.ts';
import type { BoardError } from '../../../../schema/contract.ts';
import { anyText } from '../../../support/generators/any-text.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const codeOf = (read: () => unknown): string => {
  try {
    read();
    return 'none';
  } catch (error) {
    return (error as BoardError).code;
  }
};

const requestWith = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://board.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytesOf(chunk));
      controller.close();
    },
  });

describe('a body', () => {
  test('is read up to the size limit, with and without Content-Length', async () => {
    expect(await readBody(requestWith('x'.repeat(10)), 10)).toHaveLength(10);
    expect(await readBody(requestWith('x'.repeat(10), { 'content-length': '10' }), 10)).toHaveLength(10);
    await expect(readBody(requestWith('x'.repeat(11)), 10)).rejects.toMatchObject({ code: 'body_too_large' });
    await expect(readBody(requestWith('x', { 'content-length': '11' }), 10)).rejects.toMatchObject({
      code: 'body_too_large',
    });
    await expect(readBody(requestWith(streamOf('xxxxxx', 'xxxxxx')), 10)).rejects.toMatchObject({
      members: { max_bytes: 10 },
    });
  });

  test('in several chunks is concatenated', async () => {
    expect(await readBody(requestWith(streamOf('ab', 'c')), 10)).toEqual(Buffer.from('abc'));
  });

  test('that ends early is malformed', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });

    await expect(readBody(requestWith(broken), 10)).rejects.toMatchObject({ code: 'malformed_request' });
  });

  test('with an invalid Content-Length is malformed', async () => {
    const request = requestWith('x', { 'content-length': '-1' });

    await expect(readBody(request, 10)).rejects.toMatchObject({ code: 'malformed_request' });
  });
});

describe('the Content-Type of a body', () => {
  const read = (headers: Record<string, string>) =>
    codeOf(() => readJsonObject(new Headers(headers), bytesOf('{}')));

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('may be %s', (type) => expect(read({ 'content-type': type })).toBe('none'));

  test.each([
    '',
    'text/plain',
    'application/jsonx',
    'application/ld+json',
    'application/json; charset=utf-16',
  ])('may not be "%s"', (type) => expect(read({ 'content-type': type })).toBe('unsupported_media_type'));

  test('is not required for an empty body', () => {
    expect(readJsonObject(new Headers(), bytesOf(''))).toEqual({});
    expect(readJsonObject(new Headers(), null)).toEqual({});
  });

  test('is unsupported if the body is compressed', () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

    expect(read(headers)).toBe('unsupported_media_type');
  });
});

describe('JSON', () => {
  test.each([
    ['', 0],
    ['abc', 0],
    ['{x}', 1],
    ['{"a":1,}', 7],
    ['{"a":"b', 7],
    ['[1,2', 4],
    ['[1 2]', 3],
    ['{"a":1}x', 7],
    ['[1,]', 3],
    ['nul', 3],
    ['nulx', 3],
    ['undefined', 0],
    [`{"${'a'.repeat(50)}": yes}`, 55],
    ['{"a": end of JSON}', 6],
    ['Unexpected end of JSON input', 0],
    ['{"at position 3": x}', 18],
    ['[x in JSON at position 9 (line 1 column 10)', 1],
    ['{"in JSON at position 3', 23],
  ])('%s has its syntax error at %i', (text, position) => {
    expect(() => readJson(bytesOf(text))).toThrow(`at position ${position} (line 1, column ${position + 1})`);
  });

  test('has the line and column of a syntax error in the message', () => {
    expect(() => readJson(bytesOf('{\n "a": 1,\n "b": ?\n}'))).toThrow('(line 3, column 7)');
  });

  test('may be nested 64 levels deep, not counting brackets in strings', () => {
    const nest = (depth: number) => bytesOf('['.repeat(depth) + ']'.repeat(depth));

    expect(codeOf(() => readJson(nest(64)))).toBe('none');
    expect(codeOf(() => readJson(nest(65)))).toBe('malformed_request');
    expect(codeOf(() => readJson(nest(30_000)))).toBe('malformed_request');
    expect(codeOf(() => readJson(bytesOf(JSON.stringify(['"\\[{'.repeat(100)]))))).toBe('none');
  });

  test('that is not UTF-8 is malformed', () => {
    expect(codeOf(() => readJson(Buffer.from([0x22, 0xff, 0x22])))).toBe('malformed_json');
  });

  test.each(['[]', '1', 'null', '"x"'])('%s is not accepted in place of an object', (text) => {
    const headers = new Headers({ 'content-type': 'application/json' });

    expect(codeOf(() => readJsonObject(headers, bytesOf(text)))).toBe('validation_failed');
  });

  test('is parsed as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expect(readJson(bytesOf(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('of any bytes is parsed or rejected with one of two codes', () => {
    fc.assert(
      fc.property(anyText, (text) =>
        ['none', 'malformed_json', 'malformed_request'].includes(codeOf(() => readJson(bytesOf(text)))),
      ),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) =>
        ['none', 'malformed_json', 'malformed_request'].includes(codeOf(() => readJson(bytes))),
      ),
    );
  });
});
