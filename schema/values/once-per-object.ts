/**
 * Returns a function that calls `compute` once for each object and then returns the same value, as long as the object exists.
 * `compute` must depend on nothing but the object, which several requests may share.
 */
export function oncePerObject<Key extends object, Value extends string | object | null>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}
