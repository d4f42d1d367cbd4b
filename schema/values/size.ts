/** Bytes that are counted for each value besides its text: many small values take as long to read and write as long text. */
const BYTES_PER_VALUE = 16;

/** Returns the size of a value: the characters of its strings, and `BYTES_PER_VALUE` for each value. */
export const sizeOf = (value: unknown): number => sumOf(value, (text) => text.length);

/** Sums the sizes of all strings in a value, and `BYTES_PER_VALUE` for each value. */
export function sumOf(value: unknown, measure: (text: string) => number): number {
  if (typeof value === 'string') return measure(value) + BYTES_PER_VALUE;
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE;
  let sum = BYTES_PER_VALUE;
  // `for … in` would convert each index to a string.
  if (Array.isArray(value)) for (const item of value) sum += sumOf(item, measure);
  else for (const name in value) sum += sumOf(value[name as keyof typeof value], measure);
  return sum;
}

/** The number of values in a JSON-like value: the value itself, items and members. */
export function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  if (Array.isArray(value)) for (const item of value) count += countValues(item);
  else for (const name in value) count += countValues(value[name as keyof typeof value]);
  return count;
}
