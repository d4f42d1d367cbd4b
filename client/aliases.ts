// Names of fields that several types have with different types. GraphQL allows one field of a name in a selection, so the
// generated documents give the other fields aliases: `...on Thread{Thread_status:status}`.

type Members = Readonly<Record<string, unknown>>;

/** Renames the aliases of records to their fields. Records are the objects with `__typename`; their values are left as they are. */
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

/** Whether a document has records of several types. */
export const hasAliases = (text: string): boolean => text.includes('__typename');
