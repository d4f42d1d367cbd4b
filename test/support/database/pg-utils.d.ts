declare module 'pg/lib/utils.js' {
  /** A value as it is sent. */
  export function prepareValue(value: unknown): unknown;
}
