// The syntax of JSON that `readJson` accepts, and the location of syntax errors.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
