import { html } from 'hono/html';
import type { Html } from '../page-definition.ts';
import { scrollable } from './table.ts';

/** JSON Schema, as far as it is shown. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

export interface SchemaMember {
  readonly name: string;
  readonly in?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** Members with their types, bounds and meanings. */
export const memberTable = (caption: string, members: readonly SchemaMember[]): Html =>
  scrollable(
    caption,
    html`<table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${members.map(rowOf)}
      </tbody>
    </table>`,
  );

const rowOf = ({ name, in: place, description, required, schema }: SchemaMember): Html =>
  html`<tr>
    <th scope="row"><code>${name}</code>${place ? ` in ${place}` : ''}${required ? ', required' : ''}</th>
    <td>${typeOf(schema)} ${boundsOf(schema)}</td>
    <td>${description ?? schema.description ?? ''}</td>
  </tr>`;

function typeOf(schema: JsonSchema): string {
  const { enum: values, const: only, type, items, format, oneOf, anyOf } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ');
  const variants = (oneOf ?? anyOf) as readonly JsonSchema[] | undefined;
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  const name = [(type ?? 'any') as string | readonly string[]].flat().join(' or ');
  return typeof format === 'string' ? `${name} (${format})` : name;
}

const BOUNDS = {
  minLength: 'at least % characters',
  maxLength: 'at most % characters',
  minimum: 'from %',
  maximum: 'up to %',
  minItems: 'at least % items',
  maxItems: 'at most % items',
  default: 'default %',
} as const;

const boundsOf = (schema: JsonSchema): string =>
  Object.entries(BOUNDS)
    .filter(([keyword]) => schema[keyword] !== undefined && schema[keyword] !== 0)
    .map(([keyword, words]) => words.replace('%', () => String(schema[keyword])))
    .join(', ');
