import type { JsonSchema, Parameter } from '../../schema/contract.ts';

/** `- `subject` (required; string, 1–200 characters): What it is about.` */
export function writeParameterReference(parameter: Parameter, indent = ''): string[] {
  const { wireName: wire, required, schema, fields } = parameter;
  const facts = [...(required ? ['required'] : []), typeOf(parameter), ...boundsOf(schema)].filter(Boolean);
  const about = typeof schema['description'] === 'string' ? `: ${schema['description']}` : '';
  return [
    `${indent}- \`${wire}\` (${facts.join('; ')})${about}`,
    ...(fields ?? []).flatMap((field) => writeParameterReference(field, `${indent}  `)),
  ];
}

function typeOf({ type: form, item, schema: { format } }: Parameter): string {
  if (format === 'uuid') return 'UUID';
  if (format === 'date-time') return 'RFC 3339 time';
  if (form === 'list') return `list of ${item?.type ?? 'value'}s`;
  return form === 'json' ? 'JSON' : form;
}

/** What the schema says of sizes and choices, in words. */
function boundsOf(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, maxItems, items, pattern, format } = schema;
  const { enum: values } = (items ?? schema) as JsonSchema;
  return [
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum, ''),
    ...(typeof maxItems === 'number' ? [`at most ${maxItems}`] : []),
    ...(Array.isArray(values) ? [`one of ${values.join(', ')}`] : []),
    ...(typeof pattern === 'string' && format === undefined ? formOf(pattern) : []),
  ];
}

/** A pattern in words. One that only excludes characters excludes those that no text may hold, and maybe line breaks. */
function formOf(pattern: string): string[] {
  if (!pattern.startsWith('^[^')) return [`matches \`${pattern}\``];
  return new RegExp(pattern, 'u').test('a\nb') ? [] : ['one line'];
}

function range(min: unknown, max: unknown, unit: string): string[] {
  const [low, high] = [asNumber(min), asNumber(max)];
  if (high === null) return low === null ? [] : [`at least ${low}${unit}`];
  return [`${low ?? 0}–${high}${unit}`];
}

/** What JSON Schema writes for a 32-bit number is no bound that anybody chose. */
const asNumber = (value: unknown): number | null =>
  typeof value === 'number' && Math.abs(value) < 2 ** 31 - 1 ? value : null;
