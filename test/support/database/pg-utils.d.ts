declare module 'pg/lib/utils.js' {
  /** Converts a value to its text or binary form on the wire. */
  export function prepareValue(value: unknown): unknown;
}
