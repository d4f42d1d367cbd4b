import fc from 'fast-check';
import { anyText } from './any-text.ts';

/** A JSON Schema as this board publishes it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Values that probably match the schema; the caller validates them. */
export function fittingValues(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map(fittingValues));
  const types = [schema.type ?? 'any'].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, schema)));
}

function valuesOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case 'string':
      return textsOf(schema);
    case 'array':
      return fc.array(fittingValues(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'object':
      return objectsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

/** A fixed period, so that a seed repeats its values. */
const TIMES = {
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2026-05-31T00:00:00Z'),
  noInvalidDate: true,
};

function textsOf({ format, pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date(TIMES).map((date) => date.toISOString());
  if (format === 'uri') return fc.webUrl();
  const plain = fc.string({
    unit: 'grapheme-ascii',
    minLength,
    maxLength: Math.min(maxLength, minLength + 40),
  });
  // Printable ASCII matches patterns that only exclude characters.
  if (pattern === undefined || pattern.startsWith('^[^')) return plain;
  // Of the characters that `\s` matches, the board refuses control characters.
  return fc.stringMatching(new RegExp(pattern.replaceAll(String.raw`\s`, String.raw`[ \t\n]`)));
}

function objectsOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, member]) => [name, fittingValues(member)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}

/** Values at and beyond bounds, and values that schemas often forbid: of other types, blank, with control characters. */
export const oddValues = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      ' ',
      '\n',
      'a\nb',
      'a\tb',
      'a\0b',
      'a\rb',
      '\u202e',
      true,
      0,
      -1,
      1.5,
      [],
      {},
    ),
    fc.constantFrom('a'.repeat((schema.maxLength ?? 8) + 1), 'a'.repeat(schema.maxLength ?? 8)),
    fc.constantFrom((schema.maximum ?? 5) + 1, (schema.minimum ?? 5) - 1),
    fc.constant(Array((schema.maxItems ?? 3) + 1).fill('a')),
    fc.constantFrom('2026-01-01', '2026-01-01T00:00:00', 'ftp://a.b', 'https://a.b', 'javascript:alert(1)'),
    anyText,
  );

/** Objects that match the schema, or differ in one member, which is missing or odd. */
export function almostFittingObjects(schema: Schema): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const properties = schema.properties ?? {};
  const names = Object.keys(properties);
  const fitting = objectsOf(schema) as fc.Arbitrary<Record<string, unknown>>;
  if (names.length === 0) return fitting;
  const without = fc
    .tuple(fitting, fc.constantFrom(...names))
    .map(([object, name]) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name)));
  const withOdd = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .tuple(fitting, oddValues(properties[name] ?? {}))
        .map(([object, odd]) => ({ ...object, [name]: odd })),
    );
  return fc.oneof(fitting, without, withOdd);
}
