import type { Parameter } from '../../../schema/contract.ts';
import { describeBounds, describeWithoutBounds } from '../../http/binding/parameters/parameter-bounds.ts';

/** Markdown list item, with nested items for members: `- `subject` (required; 1–200 characters): …`. */
export function writeParameterReference(parameter: Parameter, indent = ''): string[] {
  const { wireName, required, fields, item } = parameter;
  const properties = [
    ...(required ? ['required'] : []),
    typeNameOf(parameter),
    ...describeBounds(parameter.schema).filter((phrase) => !isLongPattern(phrase)),
  ].filter(Boolean);
  const text = describeWithoutBounds(parameter);
  const description = text === '' ? '' : `: ${text}`;
  return [
    `${indent}- \`${wireName}\`${properties.length > 0 ? ` (${properties.join('; ')})` : ''}${description}`,
    ...(fields ?? item?.fields ?? []).flatMap((field) => writeParameterReference(field, `${indent}  `)),
  ];
}

/** Writes `one of the same values` in place of a list of ten or more values that an earlier line has. */
export function nameRepeatedValues(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  return lines.map((line) =>
    line.replace(/one of [a-z_]+(?:, [a-z_]+){9,}/, (values) => {
      const isRepeated = seen.has(values);
      seen.add(values);
      return isRepeated ? 'one of the same values' : values;
    }),
  );
}

/** The type in words. Empty for text, the type of most parameters. */
function typeNameOf({ type, item, schema: { format } }: Parameter): string {
  if (format === 'uuid') return 'UUID';
  if (format === 'date-time') return 'time';
  if (type === 'list')
    return item?.type === 'json' ? 'list of JSON values' : `list of ${item?.type ?? 'value'}s`;
  if (type === 'json') return 'JSON';
  return type === 'string' ? '' : type;
}

/** A long pattern is left out: the description explains it, and `/openapi.json` has it. */
const isLongPattern = (phrase: string): boolean => phrase.startsWith('matches') && phrase.length > 40;
