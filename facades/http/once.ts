/** Returns a function that calls `create` when it is first called, and later returns the same value. */
export function once<Value>(create: () => Value): () => Value {
  let created: { readonly value: Value } | undefined;
  return () => (created ??= { value: create() }).value;
}
