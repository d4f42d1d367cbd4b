import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonText, parseJsonText, serializeJson } from '../../prisma/client.ts';
import { toJsonText } from '../../prisma/json-text.ts';

describe('JSON as text', () => {
  test('is copied as it is by serializeJson, at any depth', () => {
    const value = { a: [new JsonText('{"b": 1.50}'), 'x'], c: new JsonText('"y"') };

    expect(serializeJson(value)).toBe('{"a":[{"b": 1.50},"x"],"c":"y"}');
  });

  test('is copied where it is the whole value', () => {
    expect(serializeJson(new JsonText('[1, 2]'))).toBe('[1, 2]');
  });

  test('is written as its value by JSON.stringify, even after serializeJson', () => {
    serializeJson(new JsonText('[1, 2]'));

    expect(JSON.stringify({ a: new JsonText('[1, 2]') })).toBe('{"a":[1,2]}');
  });

  test('is null if the JSON is null, but not if it is the string “null”', () => {
    expect([toJsonText('null'), toJsonText('"null"')]).toEqual([null, new JsonText('"null"')]);
  });

  test('is parsed by parseJsonText, which returns other values unchanged', () => {
    const value = { a: 1 };

    expect(parseJsonText(new JsonText('{"a": 1}'))).toEqual(value);
    expect(parseJsonText(value)).toBe(value);
  });
});

test('serializeJson writes values without JsonText as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(serializeJson(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('a value that cannot be serialized does not affect the next one', () => {
  const cyclic: Record<string, unknown> = { a: new JsonText('1') };
  cyclic['cyclic'] = cyclic;

  expect(() => serializeJson(cyclic)).toThrow();
  expect(JSON.stringify(new JsonText('[2]'))).toBe('[2]');
});
