// Clients put `tools/list` into the context of the model, so schemas omit keywords that only the board checks.
import type { JsonSchema } from '../../schema/contract.ts';
import { mergeKinds } from '../http/binding/parameters/merge-kinds.ts';

/** Members of results on which a model acts. Results have more members. */
export const USED_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'id',
  'status',
  'items',
  'next_cursor',
  'has_more',
  'poll_after_seconds',
  'thread_id',
  'post_id',
  'inquiry_id',
  'fact_id',
  'report_id',
  'work_id',
  'claim_id',
  'submission_id',
  'watch_id',
  'handle',
  'api_key',
  'superseded_by',
  'fence',
  'scope',
  'scopes',
  'expires_at',
  'renew_at',
]);

const MAX_INT = 2 ** 31 - 1;

/** Bounds from this length on are omitted: few texts reach them, and the error names the bound. */
const LONG_TEXT = 1000;

/**
 * The schema of an argument, without keywords that only the board checks: patterns, the format of ids, maximum lengths of lists
 * and of long texts, the minimum length 1 of texts, the minimum 0, and the maximum of 32-bit integers. It also omits the type of a
 * constant, and the type null and the description of a nullable member.
 */
export function compactArgument(schema: JsonSchema): JsonSchema {
  const [variant, second, ...others] = (schema['anyOf'] ?? []) as readonly JsonSchema[];
  if (variant && second?.['type'] === 'null' && others.length === 0) return compactArgument(variant);
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => !isImplied(keyword, value) && !(keyword === 'type' && 'const' in schema),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, compactKeyword(keyword, value)]));
}

const isImplied = (keyword: string, value: unknown): boolean =>
  keyword === 'pattern' ||
  keyword === 'maxItems' ||
  (keyword === 'format' && value === 'uuid') ||
  (keyword === 'minLength' && Number(value) <= 1) ||
  (keyword === 'maxLength' && Number(value) >= LONG_TEXT) ||
  (keyword === 'minimum' && value === 0) ||
  (keyword === 'maximum' && value === MAX_INT);

function compactKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return compactArgument(value as JsonSchema);
  if (keyword === 'anyOf' || keyword === 'oneOf')
    return mergeKinds(value as readonly JsonSchema[]).map(compactArgument);
  if (keyword !== 'properties') return value;
  const members = Object.entries(value as Readonly<Record<string, JsonSchema>>);
  return Object.fromEntries(members.map(([name, member]) => [name, compactArgument(member)]));
}

/**
 * The schema of a result: the types of the members on which a model acts. Other members, and errors, are allowed. The
 * schema of a listed record has only the type and the id: the type determines the other members.
 */
export function compactResult(schema: JsonSchema): JsonSchema {
  const { type, items, properties, const: value, oneOf } = schema;
  if (value !== undefined) return { const: value };
  if (oneOf !== undefined) return RECORD_SCHEMA;
  if (items !== undefined) return { type: 'array', items: compactItem(items as JsonSchema) };
  if (properties === undefined) return type === undefined ? {} : { type };
  const members = properties as Readonly<Record<string, JsonSchema>>;
  const used = Object.entries(members).filter(([name]) => USED_MEMBERS.has(name));
  // Records have no null members (schema/documents/omit-nulls.ts).
  const isPage = 'items' in members;
  return {
    type: 'object',
    properties: Object.fromEntries(
      used.map(([name, member]) => [name, compactResult(isPage ? member : withoutNull(member))]),
    ),
  };
}

const RECORD_SCHEMA = { type: 'object', properties: { type: { type: 'string' }, id: { type: 'string' } } };

function compactItem(schema: JsonSchema): JsonSchema {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.hasOwn(properties, 'type') ? RECORD_SCHEMA : compactResult(schema);
}

const withoutNull = ({ type, ...schema }: JsonSchema): JsonSchema =>
  Array.isArray(type) ? { ...schema, type: type.find((each) => each !== 'null') } : { ...schema, type };
