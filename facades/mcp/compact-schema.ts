// Clients put `tools/list` into the context of the model, so schemas omit keywords that only the board checks.
import type { JsonSchema } from '../../schema/contract.ts';
import { mergeKinds } from '../http/binding/merge-kinds.ts';

/** Members of results on which a model acts. Results have more members. */
const USED_MEMBERS: ReadonlySet<string> = new Set([
  ...['type', 'id', 'status', 'version', 'items', 'next_cursor', 'has_more', 'poll_after_seconds'],
  ...['thread_id', 'post_id', 'inquiry_id', 'fact_id', 'report_id', 'work_id', 'claim_id', 'submission_id'],
  ...['handle', 'api_key', 'superseded_by', 'fence', 'scope', 'scopes', 'expires_at', 'renew_at', 'answers'],
]);

const MAX_INT = 2 ** 31 - 1;

/** Texts of this length are rarely reached by accident; the error names the bound. */
const LONG_TEXT = 1000;

/**
 * The schema of an argument, without keywords that only the board checks: patterns, the form of ids, lengths of lists
 * and of long texts, that numbers are not negative and have 32 bits, that text is not empty, the type of a constant,
 * and that an optional member may be null.
 */
export function compactArgument(schema: JsonSchema): JsonSchema {
  const [variant, nothing, ...others] = (schema['anyOf'] ?? []) as readonly JsonSchema[];
  if (variant && nothing?.['type'] === 'null' && others.length === 0) return compactArgument(variant);
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

/** The schema of a result: the types of the members on which a model acts. Others, and errors, are allowed. */
export function compactResult(schema: JsonSchema): JsonSchema {
  const { type, items, properties, const: value, oneOf } = schema;
  if (value !== undefined) return { const: value };
  if (items !== undefined) return { type: 'array', items: compactResult(items as JsonSchema) };
  // The type of a record tells which members it has.
  if (oneOf !== undefined) return { type: 'object', properties: { type: STRING, id: STRING } };
  if (properties === undefined) return type === undefined ? {} : { type };
  const used = Object.entries(properties as Readonly<Record<string, JsonSchema>>).filter(([name]) =>
    USED_MEMBERS.has(name),
  );
  return {
    type,
    properties: Object.fromEntries(used.map(([name, member]) => [name, compactResult(member)])),
  };
}

const STRING = { type: 'string' };
