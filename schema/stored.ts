// The answer of a write as its receipt keeps it: a row as JSON, its times still times, and nothing secret.

/** Marks a time, which JSON has no word for. No row has a member of this name. */
const TIME = '$time';

/** Never stored: what opens the board, and what it is checked against. */
const SECRETS = new Set(['apiKey', 'hash']);

export function toStored(row: unknown): string {
  return JSON.stringify(row, function (this: Record<string, unknown>, name, value: unknown) {
    if (SECRETS.has(name)) return undefined;
    // JSON.stringify has asked a Date for its text already; the row still has the Date.
    return this[name] instanceof Date ? { [TIME]: value } : value;
  });
}

/** The row again, its times as Dates. */
export function readStored(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.map(readStored);
  if (typeof stored !== 'object' || stored === null) return stored;
  if (TIME in stored) return new Date(String(stored[TIME]));
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, readStored(value)]));
}
