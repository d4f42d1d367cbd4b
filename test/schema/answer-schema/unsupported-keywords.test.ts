import { expect, test } from 'vitest';
import { runValidation } from '../../../schema/answer-schema/run-validation.ts';

const validate = (schema: object, body: string | null = null) =>
  runValidation({ schema: JSON.stringify(schema), body });

test.each(['valueOf', 'constructor', '__proto__'])(
  'a dynamic anchor or reference named %s, like a property of every JavaScript object, is refused',
  (name) => {
    const reference = validate({ $dynamicRef: `#${name}` });
    const anchor = validate({ $dynamicAnchor: name });
    const recursion = validate({ properties: { a: { $recursiveRef: `#${name}` } } });

    expect(reference.errors).toEqual([
      {
        pointer: '/$dynamicRef',
        message: `must not be “#${name}”: choose another name for the anchor`,
        type: '$dynamicRef',
      },
    ]);
    expect(anchor.errors.map(({ pointer }) => pointer)).toEqual(['/$dynamicAnchor']);
    expect(recursion.errors.map(({ pointer }) => pointer)).toEqual(['/properties/a/$recursiveRef']);
  },
);

test('keywords within data are data, also in lists; keywords of schemas in lists are found', () => {
  const data = { $ref: 'https://example.org/a', $async: true };

  expect(validate({ enum: [data, [data]], const: [data], examples: [data] }).errors).toEqual([]);
  expect(validate({ anyOf: [true, data] }).errors.map(({ pointer }) => pointer)).toEqual([
    '/anyOf/1/$ref',
    '/anyOf/1/$async',
  ]);
});

test.each(['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'])(
  'the names in %s are no keywords, and their schemas are searched',
  (keyword) => {
    const schemas = { default: { $ref: 'https://example.org/a' }, $async: true };

    expect(validate({ [keyword]: schemas }).errors.map(({ pointer }) => pointer)).toEqual([
      `/${keyword}/default/$ref`,
    ]);
    // A list as the value is not valid, but a reference may lead to its items.
    expect(validate({ [keyword]: [schemas.default] }).errors.map(({ pointer }) => pointer)).toEqual([
      `/${keyword}/0/$ref`,
    ]);
  },
);

test('a schema may refer to its own dynamic anchor', () => {
  const tree = {
    $dynamicAnchor: 'node',
    properties: { child: { $dynamicRef: '#node' }, name: { type: 'string' } },
  };

  expect(validate(tree, '{"child":{"name":"a"}}').valid).toBe(true);
  expect(validate(tree, '{"child":{"name":1}}').valid).toBe(false);
});

test('names of properties and definitions are not taken for keywords', () => {
  const reference = { $dynamicRef: '#toString' };

  const hidden = validate({ properties: { default: reference }, $defs: { enum: reference } });
  const harmless = validate({ properties: { $async: true, $schema: { type: 'string' } } });

  expect(hidden.errors.map(({ pointer }) => pointer)).toEqual([
    '/properties/default/$dynamicRef',
    '/$defs/enum/$dynamicRef',
  ]);
  expect(harmless.errors).toEqual([]);
});

test.each([
  ['data', { $ref: '#/default', default: { $dynamicRef: '#toString' } }, '/default/$dynamicRef'],
  [
    'a map of schemas under an unknown keyword',
    { $ref: '#/x/properties', x: { properties: { $dynamicRef: '#toString' } } },
    '/x/properties/$dynamicRef',
  ],
])('a dynamic reference is also refused in %s to which a `$ref` refers', (_what, schema, pointer) => {
  expect(validate(schema).errors.map((error) => error.pointer)).toEqual([pointer]);
});
