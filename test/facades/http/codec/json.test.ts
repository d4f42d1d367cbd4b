import { describe, expect, test } from 'vitest';
import {
  assertJsonContentType,
  parseRpcMessage,
  readJson,
  readJsonObject,
  readJsonOrText,
  readJsonParameter,
} from '../../../../facades/http/codec/json.ts';
import type { BoardError } from '../../../../schema/contract.ts';

const catchError = (run: () => unknown): BoardError => {
  try {
    run();
  } catch (error) {
    return error as BoardError;
  }
  throw new Error('nothing was thrown');
};

const nest = (depth: number, [open, close]: readonly [string, string]) =>
  open.repeat(depth) + close.repeat(depth);
const nestObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Repeats a text of some size in JSON up to the given size. */
const write = (text: string, sizeOfText: number, size: number) =>
  text.repeat(size / sizeOfText) + '[]'.repeat(size % sizeOfText);

describe('the content type of JSON', () => {
  const accepts = (type: string, encoding?: string) => {
    const headers = new Headers({ 'content-type': type, ...(encoding && { 'content-encoding': encoding }) });
    try {
      assertJsonContentType(headers);
      return true;
    } catch (error) {
      expect((error as BoardError).code).toBe('unsupported_media_type');
      return false;
    }
  };

  test.each([
    'application/json',
    'Application/JSON',
    'Application/JSON ; charset=UTF-8',
    'application/json;charset="utf8"',
    'application/json; profile=x; charset = utf-8',
    'application/json;',
  ])('may be %s', (type) => {
    expect(accepts(type)).toBe(true);
  });

  test.each([
    'text/json',
    'text/plain',
    'application/ld+json',
    'x application/json',
    'application/jsonx',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=x-utf-8',
    'application/json; charset=utf-8x',
    '',
  ])('is not %s', (type) => {
    expect(accepts(type)).toBe(false);
  });

  test.each([
    ['identity', true],
    ['Identity', true],
    ['gzip', false],
    ['identity-x', false],
    ['x-identity', false],
  ])('with the content encoding %s is accepted: %s', (encoding, isAccepted) => {
    expect(accepts('application/json', encoding)).toBe(isAccepted);
  });

  test('is required', () => {
    expect(catchError(() => assertJsonContentType(new Headers())).code).toBe('unsupported_media_type');
  });
});

describe('a body', () => {
  const headers = new Headers({ 'content-type': 'application/json' });

  test('that is empty is read as an empty object and needs no content type', () => {
    expect(readJsonObject(new Headers(), null)).toEqual({});
    expect(readJsonObject(new Headers(), Buffer.alloc(0))).toEqual({});
  });

  test.each(['[]', 'null', '1', '"a"'])('must be an object: %s', (body) => {
    const error = catchError(() => readJsonObject(headers, Buffer.from(body)));

    expect(error).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: [], loc: ['body'], msg: 'Must be an object', type: 'invalid_type' }],
    });
  });

  test('that is an object is read', () => {
    expect(readJsonObject(headers, Buffer.from('{"a": [1]}'))).toEqual({ a: [1] });
  });

  test('with a syntax error is refused with its position', () => {
    expect(catchError(() => readJson(Buffer.from('{"a": x}')))).toMatchObject({
      code: 'malformed_json',
      message: expect.stringMatching(/^The body is not valid JSON: syntax error at /),
      members: { position: 6 },
    });
  });

  test('that is not UTF-8 is refused', () => {
    expect(catchError(() => readJson(Buffer.from([0x22, 0xff, 0x22])))).toMatchObject({
      code: 'malformed_json',
      message: 'The body is not UTF-8',
    });
  });

  test('with a number out of range is refused with its location', () => {
    expect(catchError(() => readJson(Buffer.from('{"a": 1e999}'))).issues[0]?.loc).toEqual(['body', 'a']);
  });
});

describe('a query parameter', () => {
  test('that is JSON is read, or refused with its name', () => {
    expect(readJsonParameter('x', '[1, "a"]')).toEqual([1, 'a']);
    expect(catchError(() => readJsonParameter('x', '[1')).message).toMatch(
      /^The parameter x is not valid JSON/,
    );
    expect(catchError(() => readJsonParameter('x', '1e999')).issues[0]?.loc).toEqual(['query', 'x']);
  });

  test.each([
    ['{"a": 1}', { a: 1 }],
    ['  [1]', [1]],
    ['[1', '[1'],
    ['{"a": }', '{"a": }'],
    ['1', '1'],
    ['null', 'null'],
    ['"a" {', '"a" {'],
    ['1 [2]', '1 [2]'],
    ['', ''],
  ])('that is text or JSON, %s, is read as %j', (text, value) => {
    expect(readJsonOrText('x', text)).toEqual(value);
  });

  test('that is text or JSON is refused if it is nested too deeply or has a number out of range', () => {
    expect(catchError(() => readJsonOrText('x', nest(65, ['[', ']']))).code).toBe('malformed_request');
    expect(catchError(() => readJsonOrText('x', '[1e999]')).issues[0]?.loc).toEqual(['query', 'x', 0]);
  });
});

describe('a JSON-RPC message', () => {
  const codeOf = (text: string): string | null => {
    try {
      parseRpcMessage(Buffer.from(text));
      return null;
    } catch (error) {
      return (error as BoardError).code;
    }
  };

  test.each([
    ['lists', (depth: number) => nest(depth, ['[', ']'])],
    ['objects', nestObjects],
    ['lists after other values', (depth: number) => `[[[]], {}, {"a": []}, ${nest(depth - 1, ['[', ']'])}]`],
    ['objects after other values', (depth: number) => `[[], {}, {}, ${nestObjects(depth - 1)}]`],
    ['lists after a text with a quote', (depth: number) => `["\\"", ${nest(depth - 1, ['[', ']'])}]`],
    [
      'lists after a text that ends with a backslash',
      (depth: number) => `["\\\\", ${nest(depth - 1, ['[', ']'])}]`,
    ],
  ])('may be nested 64 levels deep: %s', (_what, write) => {
    expect(codeOf(write(64))).toBeNull();
    expect(codeOf(write(65))).toBe('malformed_request');
  });

  test.each([
    // Invalid JSON is counted too.
    ['numbers', (size: number) => '1,'.repeat(size)],
    ['lists', (size: number) => '[]'.repeat(size)],
    ['texts', (size: number) => '["34"]'.repeat(size)],
    ['after commas in a text', (size: number) => `[",${'[{'.repeat(9)}"${',1'.repeat(size - 1)}]`],
    [
      'names count as 2 more',
      (size: number) => write(`{"a"\t\r\n :1}{"1x":1}{"x1":1}{"12345678901":1}`, 12, size),
    ],
    [
      'names of indexes count as 6 more',
      (size: number) => write(String.raw`{"34":1}{"\u00334":1}{"${'\\u0033'.repeat(10)}":1}`, 21, size),
    ],
  ])('may have a size of 10 000: %s', (_what, ofSize) => {
    const [most, tooMany] = [ofSize(10_000), ofSize(10_001)];
    expect([codeOf(most) !== 'malformed_request', codeOf(tooMany)]).toEqual([true, 'malformed_request']);
    expect(catchError(() => readJson(Buffer.from(tooMany))).message).toBe(
      'The JSON has too many values: more than 10000 commas and opening brackets; a name counts as 2 more, a name of one to ten digits as 6 more',
    );
  });

  test.each([
    ['brackets in a text', `"${'['.repeat(65)}"`],
    ['brackets in a name', `{"${'{'.repeat(65)}": 1}`],
    ['brackets after an escaped quote', `"\\"${'['.repeat(65)}"`],
    ['brackets after escaped backslashes and a quote', `"\\\\\\"${'['.repeat(65)}"`],
    ['65 lists beside each other', `[${Array(65).fill('[]').join()}]`],
    ['65 objects beside each other', `[${Array(65).fill('{}').join()}]`],
  ])('is not nested by %s', (_what, text) => {
    expect(codeOf(text)).toBeNull();
  });

  test('with a syntax error is refused without its position', () => {
    expect(catchError(() => parseRpcMessage(Buffer.from('{')))).toMatchObject({
      code: 'malformed_json',
      message: 'The body is not valid JSON',
    });
    expect(codeOf('"never closed [')).toBe('malformed_json');
    expect(codeOf(`"never closed ${'['.repeat(65)}`)).toBe('malformed_json');
  });
});
