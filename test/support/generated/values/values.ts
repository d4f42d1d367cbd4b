// Values for the parameters of an operation, from their JSON Schemas: valid, at the bounds and invalid.
import fc from 'fast-check';
import type { JsonSchema, Parameter } from '../../../../schema/contract.ts';
import { hostileName, hostileText, plainText } from './texts.ts';
import { Members, Moment, Reference, Verbatim } from './placeholders.ts';

type Value = fc.Arbitrary<unknown>;

const nth = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(40) });

/** A value of this name from an earlier response. */
export const knownValue = (name: string): Value => nth.map((n) => new Reference(name, n));

const moment = fc
  .oneof(
    fc.constantFrom(0, -1, 1, 59, 61, -3600, 3600, -86_400, 86_400),
    fc.integer({ min: -40_000_000, max: 40_000_000 }),
  )
  .map((seconds) => new Moment(seconds));

const urls = fc.constantFrom(
  'https://a.test/',
  'http://b.test/x?y=1#z',
  'https://ünï.test/ö',
  'git://c.test/r',
);

/** Arbitrary JSON, sometimes a JSON Schema, for parameters that accept any object. */
const someObject: Value = fc.oneof(
  fc.dictionary(fc.oneof(plainText, hostileName), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
  fc.constantFrom(
    {},
    { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    { type: 'strung' },
    { $ref: '#' },
    { $ref: 'https://a.test/schema.json' },
    { pattern: '(a+)+$' },
    { allOf: [{ $ref: '#/allOf/0' }] },
    { const: 1 },
  ),
);

/** A value that matches a schema, or one from an earlier response that had `name`. */
export function validValue(schema: JsonSchema, name: string): Value {
  const options = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  if (options) return fc.oneof(...options.map((option) => validValue(option, name)));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  return (VALID_VALUES[String(schema['type'])] ?? anyValidValue)(schema, name);
}

const anyValidValue = (): Value => fc.oneof(fc.jsonValue({ maxDepth: 2 }), someObject);

const VALID_VALUES: Readonly<Record<string, (schema: JsonSchema, name: string) => Value>> = {
  string: validText,
  integer: (schema, name) => fc.oneof(integerIn(schema), knownValue(name)),
  number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: (schema, name) => {
    const [minLength, maxLength] = [numberOf(schema['minItems'], 0), numberOf(schema['maxItems'], 3)];
    const items = validValue((schema['items'] ?? {}) as JsonSchema, singular(name));
    return fc.array(items, { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 3)) });
  },
  object: (schema) => {
    const properties = schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
    if (!properties) return someObject;
    return membersOf(properties, (schema['required'] ?? []) as readonly string[]);
  },
};

const singular = (name: string): string => name.replace(/s$/, '');

const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

function membersOf(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): Value {
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, validValue(schema, name)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required], noNullPrototype: true });
}

function integerIn({ minimum, maximum }: JsonSchema): Value {
  const [min, max] = [numberOf(minimum, -100), numberOf(maximum, 100)];
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 5) }), fc.integer({ min, max }));
}

function validText(schema: JsonSchema, name: string): Value {
  const { format, pattern } = schema as { readonly format?: string; readonly pattern?: string };
  if (format === 'uuid') return knownValue(name);
  if (format === 'date-time') return moment;
  if (format === 'uri') return urls;
  if (pattern !== undefined) return fc.oneof(knownValue(name), fc.stringMatching(new RegExp(pattern, 'u')));
  const [min, max] = [numberOf(schema['minLength'], 0), numberOf(schema['maxLength'], Infinity)];
  const anyText = fc.oneof({ weight: 4, arbitrary: plainText }, { weight: 1, arbitrary: hostileText });
  const sizedText = anyText.map((text) => Array.from(text.padEnd(min, 'x')).slice(0, max).join(''));
  return fc.oneof({ weight: 4, arbitrary: sizedText }, { weight: 1, arbitrary: knownValue(name) });
}

/** A value at or just beyond the bounds of a schema. */
function atBounds(schema: JsonSchema): Value {
  const text = (length: number) =>
    fc.constantFrom('x', '\u{1f701}').map((unit) => unit.repeat(Math.max(0, Math.min(length, 200_000))));
  const around = (bounds: readonly unknown[]) =>
    bounds.filter((bound) => typeof bound === 'number').flatMap((bound) => [bound - 1, bound, bound + 1]);
  const lengths = around([schema['minLength'], schema['maxLength']]);
  const numbers = around([schema['minimum'], schema['maximum']]);
  const counts = around([schema['minItems'], schema['maxItems']]).filter((count) => count >= 0);
  const items = validValue((schema['items'] ?? {}) as JsonSchema, '');
  const values = [
    ...lengths.map(text),
    ...numbers.map((number) => fc.constant(number)),
    ...counts.map((count) => fc.array(items, { minLength: count, maxLength: count })),
  ];
  return values.length > 0 ? fc.oneof(...values) : hostileValue;
}

const deep = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.constantFrom(11, 63, 65, 500, 5_000))
  .map(([open, depth]) => new Verbatim(`${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}`));

/** An unexpected value of any kind. */
export const hostileValue: Value = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, -(2 ** 53), 2 ** 31, -0) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('1e999', '-1e999', '1e-999', '1E400').map((text) => new Verbatim(text)),
  },
  { weight: 1, arbitrary: fc.constantFrom([], {}, [[]], [null], [{}], { a: [] }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(hostileName, fc.jsonValue({ maxDepth: 1 })), { maxLength: 4 })
      .map((entries) => new Members(entries)),
  },
  { weight: 1, arbitrary: deep },
  { weight: 2, arbitrary: knownValue('id') },
  { weight: 1, arbitrary: knownValue('secret') },
  { weight: 1, arbitrary: moment },
);

/** Whether all values of an input match their schemas (`valid`) or may be of any kind (`any`). */
export type InputKind = 'valid' | 'any';

/** A value for a parameter. */
export const valueOf = ({ schema, wireName: wire }: Parameter, kind: InputKind): Value =>
  kind === 'valid'
    ? validValue(schema, wire)
    : fc.oneof(
        { weight: 5, arbitrary: validValue(schema, wire) },
        { weight: 2, arbitrary: atBounds(schema) },
        { weight: 2, arbitrary: hostileValue },
      );

/** Values for parameters by wire name. Optional parameters are sometimes omitted. */
export function inputOf(
  parameters: readonly Parameter[],
  kind: InputKind,
): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    parameters.map((parameter) => [parameter.wireName, valueOf(parameter, kind)]),
  );
  const required = parameters.filter((parameter) => parameter.required).map(({ wireName: wire }) => wire);
  const all = fc.record(model, { requiredKeys: required, noNullPrototype: true });
  // Half of the inputs have no optional parameters: a call with many random parameters is hardly ever accepted.
  const requiredOnly = fc.record(Object.fromEntries(required.map((wire) => [wire, model[wire] as Value])), {
    noNullPrototype: true,
  });
  return fc.oneof(all, requiredOnly);
}
