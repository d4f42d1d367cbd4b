import { describe, expect, test } from 'vitest';
import { readParameterText } from '../../../../../facades/http/binding/parameters/parameter-text.ts';
import type { Parameter } from '../../../../../schema/contract.ts';

const parameter = (type: Parameter['type'], item?: Parameter): Parameter => ({
  name: 'someName',
  wireName: 'some_name',
  required: false,
  type,
  schema: {},
  ...(item && { item }),
});

const listOf = (type: Parameter['type']) => parameter('list', { ...parameter(type), wireName: '' });

describe('the text of a parameter', () => {
  test.each<[Parameter['type'], string, unknown]>([
    ['string', '1', '1'],
    ['string', '', ''],
    ['boolean', 'True', true],
    ['boolean', '1', true],
    ['boolean', 'FALSE', false],
    ['boolean', '0', false],
    ['boolean', 'yes', 'yes'],
    ['boolean', '', ''],
    ['integer', '5', 5],
    ['integer', '+5', 5],
    ['integer', '-5', -5],
    ['integer', '1.5', '1.5'],
    ['integer', '1e3', '1e3'],
    ['integer', ' 5', ' 5'],
    ['integer', '', ''],
    ['integer', '2147483647', 2_147_483_647],
    ['integer', '2147483648', 2_147_483_647],
    ['integer', '-99999999999', -2_147_483_647],
    ['number', '1.5', 1.5],
    ['number', '-1e3', -1000],
    ['number', '1E+2', 100],
    ['number', '.5', '.5'],
    ['number', '1.', '1.'],
    ['number', '1e999', '1e999'],
    ['number', 'NaN', 'NaN'],
    ['json', '{"a":[1]}', { a: [1] }],
    ['json', ' [1]', [1]],
    ['json', '1', '1'],
    ['json', '{a}', '{a}'],
    ['object', '{"a":1}', { a: 1 }],
  ])('of type %s, %j, is %j', (type, text, expected) => {
    expect(readParameterText(parameter(type), [text])).toEqual(expected);
  });

  test.each<[Parameter['type'], string[], unknown[]]>([
    ['string', ['a,b', ' c ,,d'], ['a', 'b', 'c', 'd']],
    ['string', [''], []],
    ['integer', ['1,x', '3'], [1, 'x', 3]],
    ['json', ['a, b', '{"a":1}', '[1,[2]]'], ['a, b', { a: 1 }, 1, [2]]],
    ['object', ['[{"a":1},{"b":2}]'], [{ a: 1 }, { b: 2 }]],
  ])('of a list of type %s, %j, is %j', (type, texts, expected) => {
    expect(readParameterText(listOf(type), texts)).toEqual(expected);
  });

  test('that is given twice is refused, except in a list', () => {
    expect(() => readParameterText(parameter('string'), ['a', 'a'])).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        message: 'The parameter some_name is given twice',
        issues: [{ path: [], loc: ['query', 'some_name'], msg: 'Is given twice', type: 'repeated' }],
      }) as Error,
    );
  });

  test('that is JSON with a number out of range is refused, and the location contains the name of the list', () => {
    expect(() => readParameterText(listOf('json'), ['{"a":1e999}'])).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ loc: ['query', 'some_name', 'a'], type: 'number_out_of_range' })],
      }) as Error,
    );
  });

  test('is empty if the parameter is missing', () => {
    expect(readParameterText(parameter('string'), [])).toBe('');
  });
});
