import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { json } from '../../../schema/values/validators.ts';

const isRefused = (schema: z.ZodType, input: unknown) => !schema.safeParse(input).success;
const findIssues = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ code, path, message }) => ({ code, path, message })) ?? [];
const toJsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' });
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('free-form JSON:', () => {
  const declaration = json({ maxBytes: 64, maxDepth: 2, isObject: true });

  test('strings and names are converted to NFC', () => {
    expect(declaration.parse({ 'e\u0301': ['e\u0301'] })).toEqual({ é: ['é'] });
  });

  test('depth counts containers: a scalar has none, an empty object one', () => {
    const evidence = json({ maxBytes: 99, maxDepth: 2 });

    expect(isRefused(evidence, 'scalar')).toBe(false);
    expect(isRefused(evidence, { a: [1] })).toBe(false);
    expect(findIssues(evidence, { a: [{}] })).toMatchObject([{ message: 'Must nest at most 2 levels deep' }]);
    expect(isRefused(json({ maxBytes: 99, maxDepth: 0 }), {})).toBe(true);
  });

  test('JSON with more than 32 000 levels, which fits into a body, is refused with one issue', () => {
    expect(findIssues(declaration, { a: nested(32_000) })).toHaveLength(1);
  });

  test('a value or text that is repeated is counted before it is copied or written', () => {
    let copies = 0;
    const list = new Proxy(Array(64_000).fill(0), {
      ownKeys: (target) => ((copies += 1), Reflect.ownKeys(target)),
    });
    const text = { toJSON: () => 'x', ['a'.repeat(2000)]: 0 };

    expect(findIssues(declaration, { a: Array(300).fill(list) })).toMatchObject([
      { message: 'Must have at most 1000 values, lists and objects included' },
    ]);
    expect(copies).toBe(1);
    // With `toJSON`, written JSON would be short.
    expect(findIssues(json({ maxBytes: 2000, maxDepth: 2 }), [text])).toMatchObject([
      { message: 'Must be at most 2000 bytes of JSON' },
    ]);
  });

  test('the size is counted in bytes of UTF-8', () => {
    const evidence = json({ maxBytes: 6, maxDepth: 1 });

    expect(isRefused(evidence, '🦉')).toBe(false);
    expect(findIssues(evidence, '🦉a')).toMatchObject([{ message: 'Must be at most 6 bytes of JSON' }]);
  });

  test('the size includes the digits that exponents of numbers stand for', () => {
    const evidence = json({ maxBytes: 310, maxDepth: 1 });

    expect(isRefused(evidence, [1e300])).toBe(false);
    expect(findIssues(evidence, [1e300, 1e-9])).toMatchObject([
      { message: 'Must be at most 310 bytes of JSON if its numbers are written without exponents' },
    ]);
  });

  test('forbidden characters are reported with their path, in values and in names', () => {
    expect(findIssues(declaration, { a: ['ok', '\0'], 'b\u202e': 1 })).toMatchObject([
      { path: ['a', 1], message: 'Must not contain the character U+0000' },
      { path: [], message: 'Must not contain the character U+202E' },
    ]);
  });

  test('a number outside the range of a double is refused, not stored as null', () => {
    expect(findIssues(declaration, JSON.parse('{"n":1e999}'))).toMatchObject([{ path: ['n'] }]);
  });

  test('at most 16 issues are reported', () => {
    expect(findIssues(json({ maxBytes: 99_999, maxDepth: 1 }), Array(900).fill('\0'))).toHaveLength(16);
  });

  test.each([[[]], ['text'], [null], [undefined], [7]])('%j is refused in place of an object', (input) => {
    expect(findIssues(declaration, input)).toHaveLength(1);
  });

  test('a member named __proto__ stays a member and does not change a prototype', () => {
    const read = declaration.parse(JSON.parse('{"__proto__":{"admin":true}}'));

    expect(Object.hasOwn(read, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect('admin' in read).toBe(false);
  });

  test('its JSON Schema has the type object only if an object is required', () => {
    expect(toJsonSchema(declaration)).toMatchObject({ type: 'object' });
    expect(toJsonSchema(json({ maxBytes: 9, maxDepth: 1 }))).not.toHaveProperty('type');
  });

  test('JSON within the bounds is returned unchanged', () => {
    const evidence = json({ maxBytes: 1_000_000, maxDepth: 20 });

    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        expect(evidence.parse(value)).toEqual(value);
      }),
    );
  });
});
