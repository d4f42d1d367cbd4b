import type { JsonSchema, Parameter } from '../../../../schema/contract.ts';

/** The description of a parameter without its length and range. */
export const describeWithoutBounds = ({ schema: { description = '' } }: Parameter): string =>
  (description as string).replace(/[;,] [\d ]+–[\d ]+(?: characters(?: on one line)?)?(?=[.,;])/, '');

/** Lengths, ranges, allowed values and patterns of a JSON Schema, as phrases. */
export function describeBounds(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, maxItems, items, pattern, format } = schema;
  const { enum: values } = (items ?? schema) as JsonSchema;
  return [
    ...describeRange(minLength, maxLength, ' characters'),
    ...describeRange(minimum, maximum, ''),
    ...(typeof maxItems === 'number' ? [`at most ${maxItems}`] : []),
    ...(Array.isArray(values) ? [`one of ${values.join(', ')}`] : []),
    ...(typeof pattern === 'string' && format === undefined ? describePattern(pattern) : []),
  ];
}

/**
 * Describes a pattern. A pattern that only excludes characters becomes `one line` if it excludes line breaks, otherwise nothing:
 * the other excluded characters are excluded from every text. White space that is trimmed is left out.
 */
function describePattern(pattern: string): string[] {
  const trimmed = pattern.replace(/^\^\\s\*(.*)\\s\*\$$/, '^$1$');
  if (!pattern.startsWith('^[^')) return [`matches \`${trimmed}\``];
  return new RegExp(pattern, 'u').test('a\nb') ? [] : ['one line'];
}

function describeRange(min: unknown, max: unknown, unit: string): string[] {
  const [low, high] = [toBound(min), toBound(max)];
  if (high === null) return low === null ? [] : [`at least ${low}${unit}`];
  return [`${low ?? 0}–${high}${unit}`];
}

/** Returns null for the bounds of a 32-bit integer, which every GraphQL `Int` has. */
const toBound = (value: unknown): number | null =>
  typeof value === 'number' && Math.abs(value) < 2 ** 31 - 1 ? value : null;
