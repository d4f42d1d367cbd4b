// Members of `pageInfo` of log pages. Interfaces other than GraphQL have them in the page itself:
// `{ items, next_cursor, has_more }`.
import { getNamedType, Kind } from 'graphql';
import { isLogPage, responseKey } from './selection-schema.ts';
import type { ResultLocation } from './result.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a function that finds the result in the data of an operation. If the result is a log page, the function replaces
 * `pageInfo` with its members.
 */
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
