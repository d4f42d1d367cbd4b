import type { JsonSchema, Parameter } from '../../schema/contract.ts';
import { describeBounds, describeWithoutBounds } from '../http/binding/parameter-bounds.ts';

/** What a caller must know to fill in a parameter of a URL: `* 1–200 characters, one line`. */
export function describeActionParameter(parameter: Parameter): string {
  const { required, schema } = parameter;
  const form = [
    `${required ? '* ' : ''}${formOf(parameter)}`,
    ...(schema['default'] === undefined ? [] : [`default ${schema['default'] as string}`]),
  ];
  const rules = describeWithoutBounds(parameter)
    .split(/(?<=[.;]) /)
    .filter((sentence) => STATES_RULE.test(sentence));
  return [form.join(', '), ...rules].join('; ').replaceAll(/`|[.;](?=; |$)/g, '');
}

/** A sentence of a description that is needed to make a valid call. */
const STATES_RULE =
  /\b(?:required|must|default|without|any other|at most|json|exact|cannot|content|precondition_failed)\b|[{|]/i;

/** The members of a JSON Schema by which `formOf` selects. */
interface Form {
  readonly format?: string;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** The allowed values, the format, or the bounds. */
function formOf({ wireName, type, item, schema }: Parameter): string {
  const { format, items, anyOf } = schema as Form;
  const { enum: values } = items ?? schema;
  if (Array.isArray(values)) return `${type === 'list' ? 'list of ' : ''}${values.join('|')}`;
  if (format === 'uuid') return 'id';
  if (format === 'date-time') return 'time';
  if (type !== 'json' && anyOf) return anyOf.map(formOfAlternative).join(' or ');
  if (wireName === 'channel') return 'slug';
  if (type === 'json') return schema['type'] === 'object' ? 'JSON object' : 'text or JSON';
  if (type === 'boolean') return 'true|false';
  return [...(type === 'list' ? [describeList(item, items ?? {})] : []), ...describeBounds(schema)].join(
    ', ',
  );
}

const formOfAlternative = ({ format, const: value }: JsonSchema): string =>
  format === 'date-time' ? 'time' : String(value);

/** Items that may be objects cannot be separated by commas. */
const describeList = (item: Parameter | undefined, { anyOf }: JsonSchema): string => {
  if (item?.fields) return `JSON array of {${item.fields.map(toMember).join(', ')}}`;
  return anyOf ? 'JSON array, or repeat the parameter' : 'list';
};

const toMember = ({ wireName, required }: Parameter): string => `${wireName}${required ? '' : '?'}`;
