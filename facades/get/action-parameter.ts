import type { JsonSchema, Parameter } from '../../schema/contract.ts';
import { describeBounds, describeWithoutBounds } from '../http/binding/parameters/parameter-bounds.ts';

/** The facts that a caller needs to fill in a parameter of a URL: `* 1–200 characters, one line`. */
export function describeActionParameter(parameter: Parameter): string {
  const { required, schema } = parameter;
  const form = [
    `${required ? '* ' : ''}${formOf(parameter)}`,
    ...(schema['default'] === undefined ? [] : [`default ${schema['default'] as string}`]),
  ];
  const rules = describeWithoutBounds(parameter)
    .split(/(?<=[.;]) /)
    .filter((sentence) => STATES_RULE.test(sentence));
  // Removes backticks, and the punctuation at the end of each part.
  return [form.join(', '), ...rules].join('; ').replaceAll(/`|[.;](?=; |$)/g, '');
}

/** Matches the sentences of a description that a caller needs to make a valid call. */
const STATES_RULE =
  /\b(?:required|must|default|without|any other|at most|json|exact|cannot|content|precondition_failed)\b|[{|]/i;

/** The allowed values, the format, or the bounds. */
function formOf({ wireName, type, item, schema }: Parameter): string {
  const { items } = schema as { readonly items?: JsonSchema };
  const { enum: values } = items ?? schema;
  if (Array.isArray(values)) return `${type === 'list' ? 'list of ' : ''}${values.join('|')}`;
  if (type === 'json') return schema['type'] === 'object' ? 'JSON object' : 'text or JSON';
  const format = describeFormat(schema);
  if (format !== '') return format;
  if (wireName === 'channel') return 'slug';
  if (type === 'boolean') return 'true|false';
  return [...(type === 'list' ? [describeList(item, items ?? {})] : []), ...describeBounds(schema)].join(
    ', ',
  );
}

/** `id`, `time`, or `time or now`; empty for a schema without a format. */
function describeFormat({ format, anyOf, const: value }: JsonSchema): string {
  if (Array.isArray(anyOf)) return anyOf.map(describeFormat).join(' or ');
  if (format === 'uuid') return 'id';
  return format === 'date-time' ? 'time' : ((value as string | undefined) ?? '');
}

/** Items that may be objects cannot be separated by commas. */
const describeList = (item: Parameter | undefined, { anyOf }: JsonSchema): string => {
  if (item?.fields) return `JSON array of {${item.fields.map(toMember).join(', ')}}`;
  return anyOf ? 'JSON array, or repeat the parameter' : 'list';
};

const toMember = ({ wireName, required }: Parameter): string => `${wireName}${required ? '' : '?'}`;
