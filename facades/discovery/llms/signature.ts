import type { JsonSchema, Parameter } from '../../../schema/contract.ts';
import { mergeKinds } from '../../http/binding/parameters/merge-kinds.ts';

/** A parameter whose enum has more values than this is shown without them. */
const MAX_VALUES = 12;

/** Parameters that the rules of the guide describe once for all calls. */
const COMMON_PARAMETERS = new Set(['limit', 'cursor']);

/**
 * A call on one line: `GET /v1/search?q [type=fact|post, since, …]`, `POST /v1/facts {statement, tags?:[text]}`. Query
 * parameters in brackets and members with `?` are optional; `…` stands for `limit` and `cursor`. If `hasValues`
 * is false, the values of query parameters are left out.
 */
export function toSignature(
  { method, path }: { readonly method: string; readonly path: string },
  { inQuery, inBody }: { readonly inQuery: readonly Parameter[]; readonly inBody: readonly Parameter[] },
  { hasValues = true }: { readonly hasValues?: boolean } = {},
): string {
  const required = inQuery.filter((parameter) => parameter.required).map(({ wireName }) => wireName);
  const optional = inQuery
    .filter((parameter) => !parameter.required && !COMMON_PARAMETERS.has(parameter.wireName))
    .map((parameter) => `${parameter.wireName}${hasValues ? toValues(parameter).replace(':', '=') : ''}`);
  if (inQuery.some(({ wireName }) => wireName === 'cursor')) optional.push('…');
  return [
    `${method} ${path}${required.length > 0 ? `?${required.join('&')}` : ''}`,
    ...(optional.length > 0 ? [`[${optional.join(', ')}]`] : []),
    ...(inBody.length > 0 ? [`{${inBody.map(toTerm).join(', ')}}`] : []),
  ].join(' ');
}

const toTerm = (parameter: Parameter): string =>
  `${parameter.wireName}${parameter.required ? '' : '?'}${toValues(parameter)}`;

function toValues({ type, fields, item, schema }: Parameter): string {
  const { enum: values } = (schema['items'] ?? schema) as JsonSchema;
  if (Array.isArray(values)) return values.length > MAX_VALUES ? '' : `:${values.join('|')}`;
  if (fields) return `:{${fields.map(toTerm).join(', ')}}`;
  if (type === 'list')
    return item?.fields ? `:[{${item.fields.map(toTerm).join(', ')}}]` : `:${toForm(schema)}`;
  if (type === 'json') return `:${toForm(schema)}`;
  return type === 'string' ? '' : `:${type}`;
}

/** The form of a JSON value: `text`, `any`, `[text]`, `{id, note?}` (names of members), or several forms. */
function toForm({ anyOf, oneOf, type, items, properties = {}, required = [] }: JsonSchema): string {
  const variants = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (variants) return [...new Set(mergeKinds(variants).map(toForm))].join('|');
  if (type === 'array') return `[${toForm((items ?? { type: 'string' }) as JsonSchema)}]`;
  if (type === undefined) return 'any';
  if (type !== 'object') return type === 'string' ? 'text' : (type as string);
  const members = Object.entries(properties as Schemas).map(
    ([name, { enum: values }]) =>
      `${name}${(required as readonly string[]).includes(name) ? '' : '?'}${Array.isArray(values) ? `:${values.join('|')}` : ''}`,
  );
  return `{${members.join(', ')}}`;
}

type Schemas = Readonly<Record<string, JsonSchema>>;
