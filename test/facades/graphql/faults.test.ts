// The faults of variables and of unknown fields, with a small schema.
import { buildSchema, type GraphQLInputType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { joinNames, toTypeFault, toUnknownFieldFault } from '../../../facades/graphql/expected-input.ts';
import { assertVariables } from '../../../facades/graphql/variable-faults.ts';
import { BoardError } from '../../../schema/contract.ts';

const schema = buildSchema(`
  type Query { a(x: Int): Int }
  enum Kind { A B }
  enum Many { ${Array.from({ length: 21 }, (_, i) => `V${i}`).join(' ')} }
  enum Twenty { ${Array.from({ length: 20 }, (_, i) => `V${i}`).join(' ')} }
  input Item { name: String!, kinds: [Kind!], size: Int = 5, child: Item, must: Int! = 1 }
  input Choice @oneOf { a: Int, b: Item }
`);

/** The faults of variables, each with its path, message and type. The last element is `cut` if there are further faults. */
function faultsOf(definitions: string, variableValues: object | null) {
  const document = parse(`query (${definitions}) { a }`);
  try {
    assertVariables({ schema, document, operationName: null, variableValues: variableValues as never });
  } catch (error) {
    const { issues, message } = error as BoardError;
    return [
      ...issues.map(({ loc, msg, type }) => [loc?.slice(2).join('.'), msg, type]),
      ...(/further/.test(message) ? ['cut'] : []),
    ];
  }
  return [];
}

describe('the faults of variables', () => {
  const NO_ITEM = 'Must be an object of type Item';
  const NOT_KIND = 'Must be one of A, B';

  test.each<[string, object | null, unknown[]]>([
    ['$a: Int', null, []],
    ['$a: Int', { a: null }, []],
    ['$a: Int!', null, [['a', 'Is required: Int!', 'missing']]],
    ['$a: Int!', { a: null }, [['a', 'Is required: Int!', 'missing']]],
    ['$a: Int! = 1', {}, []],
    ['$a: Int! = 1', { a: null }, [['a', 'Is required: Int!', 'missing']]],
    ['$a: Int', { a: 'x' }, [['a', 'Must be a value of type Int', 'invalid_type']]],
    ['$a: Kind', { a: 'C' }, [['a', NOT_KIND, 'enum']]],
    [
      '$a: Int, $b: Kind',
      { a: 'x', b: 1 },
      [
        ['a', 'Must be a value of type Int', 'invalid_type'],
        ['b', NOT_KIND, 'enum'],
      ],
    ],
    [
      '$a: [Int!]',
      { a: [1, null, 'x', 2] },
      [
        ['a.1', 'Is required: Int!', 'missing'],
        ['a.2', 'Must be a value of type Int', 'invalid_type'],
      ],
    ],
    ['$a: [Int]', { a: [null] }, []],
    ['$a: [Int!]', { a: 'x' }, [['a', 'Must be a value of type Int', 'invalid_type']]],
    ['$a: [Int!]', { a: 1 }, []],
    ['$a: [Item]', { a: [{ name: 'n' }, []] }, [['a.1', NO_ITEM, 'invalid_type']]],
    ['$a: Item', { a: 'x' }, [['a', NO_ITEM, 'invalid_type']]],
    ['$a: Item', { a: { name: 'n', size: null, kinds: ['A'], child: { name: 'm' } } }, []],
    ['$a: Item', { a: { name: 'n', must: null } }, [['a.must', 'Is required: Int!', 'missing']]],
    [
      '$a: Item',
      { a: { nam: 'n', child: { name: 1 } } },
      [
        ['a.nam', 'Is not a field of Item; did you mean name?', 'unknown_parameter'],
        ['a.name', 'Is required: String!', 'missing'],
        ['a.child.name', 'Must be a value of type String', 'invalid_type'],
      ],
    ],
    ['$a: Choice', { a: { a: 1 } }, []],
    ['$a: Choice', { a: {} }, [['a', 'Must have exactly one of a, b', 'value_error']]],
    ['$a: Choice', { a: { a: null } }, [['a', 'Must have exactly one of a, b', 'value_error']]],
    [
      '$a: Choice',
      { a: { a: 1, b: { name: 'n' } } },
      [['a', 'Must have exactly one of a, b', 'value_error']],
    ],
    ['$a: Unknown', { a: 1 }, []],
  ])('%s with %j are %j', (definitions, values, expected) => {
    expect(faultsOf(definitions, values)).toEqual(expected);
  });

  test('are cut after 1500 bytes, and unknown names after 40 characters', () => {
    // A fault counts as 80 bytes, plus the length of its message, plus twice the length of its path.
    const faults = faultsOf('$a: [Int]', { a: Array.from({ length: 50 }, () => 'x') });
    expect([faults.length, faults.at(-1)]).toEqual([10, 'cut']);
    const long = faultsOf('$a: Item', { a: { name: 'n', ['x'.repeat(41)]: 1 } });
    expect(long).toEqual([
      [
        `a.${'x'.repeat(39)}…`,
        'Is not a field of Item; it has name, kinds, size, child, must',
        'unknown_parameter',
      ],
    ]);
    const one = faultsOf('$a: Item', { a: { ['y'.repeat(5000)]: 1, name: 'n' } });
    expect(one).toHaveLength(1);
    const name = 'v'.repeat(800);
    expect(faultsOf(`$${name}: Int!, $b: Int!`, null)).toEqual([
      [expect.stringMatching(/^v+…$/), 'Is required: Int!', 'missing'],
      'cut',
    ]);
  });
});

describe('the expected input', () => {
  test('lists at most 20 values of an enum', () => {
    const values = Array.from({ length: 20 }, (_, i) => `V${i}`).join(', ');
    const msg = (name: string) => toTypeFault(schema.getType(name) as GraphQLInputType).msg;
    expect(msg('Twenty')).toBe(`Must be one of ${values}`);
    expect(msg('Many')).toBe(`Must be one of ${values} and 1 more`);
  });

  test('lists at most 600 characters of names', () => {
    const names = Array.from({ length: 61 }, () => 'n'.repeat(8));
    expect(joinNames(names.slice(1))).toBe(names.slice(1).join(', '));
    expect(joinNames(names)).toBe(`${names.slice(1).join(', ')} and 1 more`);
    const long = [...names.slice(2), 'n'.repeat(9)];
    expect(joinNames(long)).toBe(`${names.slice(2).join(', ')} and 1 more`);
    expect(joinNames([])).toBe('');
  });

  test('has the message of the error that the scalar threw, or else names the type', () => {
    const issues = [{ path: [], msg: 'Must be a time', type: 'time', didYouMean: 'x' }];
    const type = schema.getType('Int') as GraphQLInputType;
    expect(toTypeFault(type, new BoardError('validation_failed', 'x', { issues }))).toEqual({
      msg: 'Must be a time',
      type: 'time',
    });
    expect(toTypeFault(type, new Error('x'))).toEqual({
      msg: 'Must be a value of type Int',
      type: 'invalid_type',
    });
  });

  test('suggests the field whose name is similar to the unknown name', () => {
    const fault = toUnknownFieldFault(schema.getType('Item') as never, 'sizes');
    expect(fault).toEqual({
      msg: 'Is not a field of Item; did you mean size?',
      type: 'unknown_parameter',
      didYouMean: 'size',
    });
  });
});
