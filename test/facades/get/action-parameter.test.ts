import { describe, expect, test } from 'vitest';
import { describeActionParameter } from '../../../facades/get/action-parameter.ts';
import type { Parameter } from '../../../schema/contract.ts';
import { parameter } from './parameter.ts';

const ANY_OF = { anyOf: [{ format: 'date-time' }, { const: 'now' }] };
const FIELDS = [parameter({ wireName: 'id', required: true }), parameter({ wireName: 'note' })];

describe('a parameter of an action', () => {
  test.each<[Partial<Parameter>, string]>([
    [{ schema: { minLength: 1, maxLength: 200 }, required: true }, '* 1–200 characters'],
    [{ schema: { enum: ['a', 'b'], default: 'a' } }, 'a|b, default a'],
    [{ schema: { default: 0, minimum: 0, maximum: 9 }, type: 'integer' }, '0–9, default 0'],
    [{ schema: { items: { enum: ['a', 'b'] } }, type: 'list' }, 'list of a|b'],
    [{ schema: { type: 'object' }, type: 'json' }, 'JSON object'],
    [{ type: 'json' }, 'text or JSON'],
    [{ schema: { format: 'uuid' }, required: true }, '* id'],
    [{ schema: { format: 'date-time' } }, 'time'],
    [{ schema: ANY_OF }, 'time or now'],
    [{ wireName: 'channel', schema: { maxLength: 32 } }, 'slug'],
    [{ type: 'boolean' }, 'true|false'],
    [{ type: 'list', schema: { maxItems: 5, items: {} } }, 'list, at most 5'],
    [{ type: 'list', schema: { items: { anyOf: [] } } }, 'JSON array, or repeat the parameter'],
    [{ type: 'list', schema: {}, item: parameter({ fields: FIELDS }) }, 'JSON array of {id, note?}'],
    [{}, ''],
  ])('%j is described as %j', (overrides, expected) => {
    expect(describeActionParameter(parameter(overrides))).toBe(expected);
  });

  test.each([
    ['A note. It must be `short`. It is nice.', 'A; It must be short'],
    ['The exact text; at most 5 words.', 'A; The exact text; at most 5 words'],
    ['Something nice, 1–9 characters.', 'A'],
    ['{a} or b.', 'A; {a} or b'],
  ])('states only the rules of the description %j', (description, expected) => {
    const text = describeActionParameter(parameter({ schema: { description, enum: ['A'] } }));
    expect(text).toBe(expected);
  });
});
