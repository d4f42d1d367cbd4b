import { html } from 'hono/html';
import { formatCount, inlineCode } from './format.ts';
import type { Html } from './html.ts';
import { scrollable } from './table.ts';

/** A JSON Schema. Other keywords have the type `unknown`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly $ref?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

export interface SchemaMember {
  readonly name: string;
  readonly in?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** A table of parameters or object members with their types, bounds and descriptions. */
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
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        ${members.map(memberRow)}
      </tbody>
    </table>`,
  );

const memberRow = ({ name, in: location, description, required, schema }: SchemaMember): Html =>
  html`<tr>
    <th scope="row">
      <code>${name}</code>${location ? ` in ${location}` : ''}${required ? ', required' : ''}
    </th>
    <td>${formatType(schema)} ${formatBounds(schema)}</td>
    <td>${inlineCode(description ?? schema.description ?? '')}</td>
  </tr>`;

function formatType(schema: JsonSchema): string {
  const { enum: values, const: constant, type, items, format, oneOf, anyOf, $ref } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ');
  const variants = oneOf ?? anyOf;
  if (variants) return [...new Set(variants.map(formatType))].join(' or ');
  if (items) return `list of ${formatType(items)}`;
  const name = [(type ?? 'any') as string | readonly string[]].flat().join(' or ');
  return typeof format === 'string' ? `${name} (${format})` : name;
}

/** How the value of each keyword is written. */
const BOUND_FORMATS: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (value) => `at least ${formatCount(Number(value), 'character')}`,
  maxLength: (value) => `at most ${formatCount(Number(value), 'character')}`,
  minimum: (value) => `from ${String(value)}`,
  maximum: (value) => `up to ${String(value)}`,
  minItems: (value) => `at least ${formatCount(Number(value), 'item')}`,
  maxItems: (value) => `at most ${formatCount(Number(value), 'item')}`,
  default: (value) => `default ${String(value)}`,
};

const formatBounds = (schema: JsonSchema): string =>
  Object.entries(BOUND_FORMATS)
    // Leaves out a lower bound of 0, which readers of the table expect.
    .filter(
      ([keyword]) => schema[keyword] !== undefined && !(keyword.startsWith('min') && schema[keyword] === 0),
    )
    .map(([keyword, format]) => format(schema[keyword]))
    .join(', ');
