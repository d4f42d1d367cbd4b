// The results of validations, with their errors.
import { expect, test } from 'vitest';
import { runValidation } from '../../../schema/answer-schema/run-validation.ts';
import { createKey } from '../../../schema/identity/keys.ts';

const validate = (schema: unknown, body: string | null = null) =>
  runValidation({ schema: JSON.stringify(schema), body });

const VALID = { valid: true, errors: [] };
const invalid = (pointer: string, message: string, type: string) => ({
  valid: false,
  errors: [{ pointer, message, type }],
});

test.each<[object, string, object]>([
  [{ type: 'integer' }, '42', VALID],
  [{ type: 'string' }, '"Turin"', VALID],
  // A body that is not JSON is a string.
  [{ type: 'string' }, '{"a"', VALID],
  [{ type: 'object' }, '{"a"', invalid('', 'must be object', 'type')],
  [{ enum: ['a', 1, null, { b: [] }] }, '2', invalid('', 'must be one of a, 1, null, {"b":[]}', 'enum')],
  [{ items: { enum: ['a'] } }, '["a","b"]', invalid('/1', 'must be one of a', 'enum')],
  [
    { additionalProperties: false },
    '{"a\\u0000":1}',
    invalid('', 'must NOT have additional properties: “a\ufffd”', 'additionalProperties'),
  ],
  [
    { unevaluatedProperties: false },
    '{"a":1}',
    invalid('', 'must NOT have unevaluated properties: “a”', 'unevaluatedProperties'),
  ],
  [
    { additionalProperties: { type: 'null' } },
    JSON.stringify({ ['a'.repeat(200)]: 1 }),
    invalid(`/${'a'.repeat(198)}…`, 'must be null', 'type'),
  ],
  [
    { additionalProperties: { type: 'null' } },
    JSON.stringify({ ['a'.repeat(199)]: 1 }),
    invalid(`/${'a'.repeat(199)}`, 'must be null', 'type'),
  ],
])('with the schema %j the answer %s has the result %j', (schema, body, result) => {
  expect(validate(schema, body)).toEqual(result);
});

test.each<[object, string, object]>([
  [{ required: ['caf\u00e9'] }, String.raw`{"cafe\u0301": 1}`, VALID],
  [{ required: ['\u09af\u09bc'] }, String.raw`{"\u09df": 1}`, VALID],
  [{ items: { enum: ['\u00e9'] } }, String.raw`["e\u0301", "\u00e9"]`, VALID],
  [{ const: { a: [{ '\u00e9': null }] } }, String.raw`{"a": [{"e\u0301": null}]}`, VALID],
  // The last of equal members counts, as in JSON.
  [{ properties: { '\u00e9': { const: 2 } } }, String.raw`{"\u00e9": 1, "e\u0301": 2}`, VALID],
  [
    { additionalProperties: false, properties: { __proto__: false } },
    String.raw`{"__proto__": "\u00e9"}`,
    invalid('', 'must NOT have additional properties: “__proto__”', 'additionalProperties'),
  ],
])('with the schema %j the answer %s, in JSON escapes, is validated in NFC', (schema, body, result) => {
  expect(validate(schema, body)).toEqual(result);
});

// The checks of input do not see names in JSON escapes.
const KEY_IN_ESCAPES = createKey().key.replaceAll('_', String.raw`\u005f`);
const MARKS_IN_ESCAPES = String.raw`\u0331`.repeat(31);

test.each([
  ['in NFC', String.raw`cafe\u0301`, 'café'],
  ['in NFC where a character is shorter in its other forms', String.raw`\u09df`, '\u09af\u09bc'],
  ['with 30 of 31 marks in a row', `a${MARKS_IN_ESCAPES}b`, `a${'\u0331'.repeat(30)}b`],
  ['without the API key that it contains', `a ${KEY_IN_ESCAPES} b`, 'a (withheld) b'],
  ['without the API key of which NFC makes one', `${KEY_IN_ESCAPES.slice(0, -1)}\u212a`, '(withheld)'],
])('the errors name a member %s', (_how, name, shown) => {
  const body = `{"${name}": 1}`;

  expect(validate({ additionalProperties: false }, body)).toEqual(
    invalid('', `must NOT have additional properties: “${shown}”`, 'additionalProperties'),
  );
  expect(validate({ additionalProperties: { type: 'null' } }, body)).toEqual(
    invalid(`/${shown}`, 'must be null', 'type'),
  );
});

test('a result has the first sixteen errors', () => {
  const body = JSON.stringify(Array(17).fill(1));
  const unsupported = Array.from({ length: 17 }, (_, i) => ({ $async: i > 0 }));
  const pointersOf = ({ errors }: ReturnType<typeof validate>) => errors.map(({ pointer }) => pointer);
  const first = Array.from({ length: 16 }, (_, i) => `/${i}`);

  expect(pointersOf(validate({ items: { type: 'null' } }, body))).toEqual(first);
  expect(pointersOf(validate({ anyOf: unsupported }))).toEqual(first.map((each) => `/anyOf${each}/$async`));
});

test.each<[unknown, object]>([
  [{}, VALID],
  [true, VALID],
  [
    { type: 'text' },
    invalid('/type', 'must be one of array, boolean, integer, null, number, object, string', 'enum'),
  ],
  // The metaschema defines `type` by an `anyOf`. Each option has an error, and the error with the longest pointer is reported.
  [
    { type: ['null', 'text'] },
    invalid('/type/1', 'must be one of array, boolean, integer, null, number, object, string', 'enum'),
  ],
  [{ properties: { a: { minLength: -1 } } }, invalid('/properties/a/minLength', 'must be >= 0', 'minimum')],
  [{ $ref: '#/$defs/a' }, invalid('', "can't resolve reference #/$defs/a from id #", 'compile')],
  [
    { $schema: 'http://json-schema.org/draft-07/schema#' },
    invalid('/$schema', 'must be JSON Schema 2020-12', '$schema'),
  ],
  [{ $schema: 'https://json-schema.org/draft/2020-12/schema#' }, VALID],
])('the schema %j has the result %j', (schema, result) => {
  expect(validate(schema)).toEqual(result);
});

test.each([{ type: 'text' }, { $ref: '#/$defs/a' }, { $async: true }])(
  'an answer to the unusable schema %j, as an archive may have it, is not checked',
  (schema) => {
    expect(validate(schema, '"a"')).toEqual({
      valid: null,
      errors: [{ pointer: '', message: 'The answer schema is not usable', type: 'schema' }],
    });
  },
);

/** Each name of a list in `dependentRequired` has the whole list in the code of its check. */
const longDependency = (count: number) => ({
  dependentRequired: { a: Array.from({ length: count }, (_, i) => String(10_000 + i)) },
});

test('a schema that compiles to more than 2 000 000 characters of code is not usable', () => {
  const refused = validate(longDependency(900));

  expect(validate(longDependency(300))).toEqual(VALID);
  expect(refused).toEqual(
    invalid(
      '',
      'it compiles to more than 2000000 characters of code: shorten its lists, such as those of “dependentRequired”',
      'compile',
    ),
  );
});

const RECURSION = {
  valid: null,
  errors: [
    {
      pointer: '',
      message: 'The schema refers to itself more deeply than the validator can follow',
      type: 'recursion',
    },
  ],
};

test.each([[null], ['1']])(
  'a schema that refers to itself without end is inconclusive for the body %s',
  (body) => {
    expect(validate({ $ref: '#' }, body)).toEqual(RECURSION);
  },
);

test.each([[null], [true], [0], [''], [[]], [{}]])(
  'a schema that refers to itself without end only for the value %j is inconclusive',
  (value) => {
    expect(validate({ if: { const: value }, then: { $ref: '#' } })).toEqual(RECURSION);
  },
);
