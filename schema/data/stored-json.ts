// The answer of a write as its receipt keeps it: a row as JSON, its times still times, and nothing secret.
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';

/** Marks a time, which JSON has no word for. */
const TIME = '$time';

/** Marks JSON of the caller's own, kept as text: whatever its members are called, they are not ours. */
const TEXT = '$json';

/** Never stored: what opens the board, and what it is checked against. */
const SECRETS = new Set(['apiKey', 'sessionToken', 'hash', 'tokenHash']);

/**
 * Whether a record that the row points to is hidden, which may change after the write. Stored as true: resolvers look up
 * such a record before they name it.
 */
const MARKS = new Set(['replyHidden', 'acceptedHidden', 'isSubmissionHidden', 'isRepairHidden']);

/** Fields of rows that hold such JSON. */
const OPAQUE = new Set(
  Object.values(getDatamodel().datamodel.models).flatMap(({ fields }) =>
    fields.filter(({ type }) => type === 'Json').map(({ name }) => name),
  ),
);

export function serializeStored(row: unknown): string {
  return JSON.stringify(row, function (this: Record<string, unknown>, name, value: unknown) {
    if (SECRETS.has(name)) return undefined;
    if (MARKS.has(name)) return true;
    if (OPAQUE.has(name) && value !== undefined) return { [TEXT]: JSON.stringify(value) };
    // JSON.stringify has asked a Date for its text already; the row still has the Date.
    return this[name] instanceof Date ? { [TIME]: value } : value;
  });
}

/** The row again, its times as Dates. */
export function parseStored(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.map(parseStored);
  if (typeof stored !== 'object' || stored === null) return stored;
  if (TIME in stored) return new Date(String(stored[TIME]));
  if (TEXT in stored) return JSON.parse(String(stored[TEXT]));
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, parseStored(value)]));
}
