/**
 * Returns the canonical JSON (RFC 8785) of a value: without white space, the members of each object sorted by name.
 * Members that are undefined are left out.
 */
export function toCanonicalJson(value: unknown): string {
  const names = new Set<string>();
  JSON.stringify(value, (name, member: unknown) => {
    names.add(name);
    return member;
  });
  return JSON.stringify(value, [...names].sort());
}
