// Members of `pageInfo` that other interfaces have in the page itself, as `{ items, next_cursor, has_more }`.
import { getNamedType, type GraphQLNamedType, isObjectType, Kind } from 'graphql';
import { responseKey, wireSchemasOf } from './selection-schema.ts';
import type { ResultLocation } from './result.ts';

type Members = Readonly<Record<string, unknown>>;

/** Whether a type is a page of a log. */
const isLogPage = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && wireSchemasOf(type.getFields()['pageInfo']) !== undefined;

/** Returns the function that finds the result in the data of an operation, and moves the members of `pageInfo` to their page. */
export function createResultReader({ path, type, selection }: ResultLocation): (data: unknown) => unknown {
  const find = (data: unknown) =>
    path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], data);
  if (!isLogPage(getNamedType(type))) return find;
  const moved = new Set(
    selection?.selections.flatMap((node) =>
      node.kind === Kind.FIELD && node.name.value === 'pageInfo' ? [responseKey(node)] : [],
    ),
  );
  return (data) => {
    const members = Object.entries(find(data) as Members).flatMap(([name, member]) =>
      moved.has(name) ? Object.entries(member as Members) : [[name, member] as const],
    );
    return Object.fromEntries(members);
  };
}
