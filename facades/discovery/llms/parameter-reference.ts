import type { Parameter } from '../../../schema/contract.ts';
import { describeBounds, describeWithoutBounds } from '../../http/binding/parameter-bounds.ts';

/** Markdown list item, with nested items for members: `- `subject` (required; string; 1–200 characters): …`. */
export function writeParameterReference(parameter: Parameter, indent = ''): string[] {
  const { wireName, required, fields } = parameter;
  const properties = [
    ...(required ? ['required'] : []),
    typeNameOf(parameter),
    ...describeBounds(parameter.schema),
  ].filter(Boolean);
  const text = describeWithoutBounds(parameter);
  const description = text === '' ? '' : `: ${text}`;
  return [
    `${indent}- \`${wireName}\` (${properties.join('; ')})${description}`,
    ...(fields ?? []).flatMap((field) => writeParameterReference(field, `${indent}  `)),
  ];
}

function typeNameOf({ type, item, schema: { format } }: Parameter): string {
  if (format === 'uuid') return 'UUID';
  if (format === 'date-time') return 'RFC 3339 time';
  if (type === 'list') return `list of ${item?.type ?? 'value'}s`;
  return type === 'json' ? 'JSON' : type;
}
