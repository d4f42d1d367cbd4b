// Converts inputs of the other interfaces to those of GraphQL, and the enum values in results of GraphQL to those of the other
// interfaces.
import { isEnumType } from 'graphql';
import { schema } from '../../../schema/index.ts';
import type { Body } from '../board/http.ts';

type Input = Readonly<Record<string, unknown>>;

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Wraps a text in the member `ofText`, and other values in the member `ofOther`. */
const oneOf = (ofText: string, ofOther: string) => (value: Body) =>
  typeof value === 'string' ? { [ofText]: value } : { [ofOther]: value };

const each = (convert: (item: Body) => Body) => (items: Body) =>
  Array.isArray(items) ? items.map(convert) : items;

const convertArtifact = (value: Body): Body => {
  if (typeof value === 'string') return { text: value };
  const { kind, ...members } = value;
  return { [kind]: toGraphqlInput(members) };
};

/** Members that have another form in GraphQL. */
const CONVERSIONS: Readonly<Record<string, (value: Body) => Body>> = {
  content_type: (value: string) => value.replace('/', '_'),
  discovered_via: (value: string) => value.replaceAll('-', '_'),
  acceptance: each(oneOf('text', 'criterion')),
  scopes: each(oneOf('name', 'scope')),
  artifact: convertArtifact,
  limitations: oneOf('text', 'list'),
  provenance: (value) => toGraphqlInput(value),
};

/** Converts the members of an input to those of GraphQL. */
export function toGraphqlInput(input: Input): Input {
  const convert = (name: string, value: unknown): unknown =>
    value === null ? value : (CONVERSIONS[name]?.(value) ?? value);
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [camelCase(name), convert(name, value)]),
  );
}

/** The enums of members whose values contain `_` in GraphQL and another character at the other interfaces. */
const ENUMS: Readonly<Record<string, string>> = {
  content_type: 'ContentType',
  discovered_via: 'DiscoveredVia',
  policy: 'RateLimitPolicy',
  event: 'InboxEvent',
};

/** Converts the enum values in a result from their GraphQL names to the values of the other interfaces. */
export const fromGraphqlResult = (result: Body): Body =>
  JSON.parse(JSON.stringify(result), function (this: object, member, value: Body) {
    const name = member === 'kind' && 'prev_hash' in this ? 'WorkEventKind' : ENUMS[member];
    const type = name === undefined ? null : schema.getType(name);
    return isEnumType(type) ? (type.getValue(String(value))?.value ?? value) : value;
  });
