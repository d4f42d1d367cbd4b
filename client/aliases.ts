// Record types can have fields with the same name and different types, such as `status`. GraphQL does not allow such fields
// under one name in one selection, so the generated documents alias them: `...on Thread{Thread_status:status}`.

type Members = Readonly<Record<string, unknown>>;

/**
 * Renames the members of records from their aliases back to the names of their fields. A record is an object with `__typename`.
 * Objects inside of a record are not changed.
 */
export function removeAliases(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeAliases);
  if (typeof value !== 'object' || value === null) return value;
  const { __typename: type } = value as Members;
  const rename: (name: string, member: unknown) => [string, unknown] =
    typeof type === 'string'
      ? (name, member) => [name.startsWith(`${type}_`) ? name.slice(type.length + 1) : name, member]
      : (name, member) => [name, removeAliases(member)];
  return Object.fromEntries(Object.entries(value).map(([name, member]) => rename(name, member)));
}

/** Whether the results of a document can have aliases: it selects `__typename`. */
export const hasAliases = (text: string): boolean => text.includes('__typename');
