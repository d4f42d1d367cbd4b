// Serializes the row that a write returned, for its idempotency receipt. Dates keep their type; secrets are left out.
import { JsonText } from '../../prisma/client.ts';
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import type { Clock } from '../clock.ts';

/** Marks a date: JSON has no such type. */
const TIME_MARK = '$time';

/** Marks JSON, stored as text so that its member names cannot be taken for these marks. */
const JSON_MARK = '$json';

/** Marks the text of a `JsonText`, so that a repeated response is the same to the byte. */
const JSON_TEXT_MARK = '$text';

/** Members that are never stored: credentials and their hashes. */
const SECRETS = new Set(['apiKey', 'sessionToken', 'secret', 'hash', 'tokenHash']);

/**
 * Members that say whether a related record is hidden. They may change after the write, so they are stored as true:
 * resolvers then look the record up, or withhold a repair note from all but the packet's creator and the operator.
 */
const HIDDEN_FLAGS = new Set(['replyHidden', 'acceptedHidden', 'isSubmissionHidden', 'isRepairHidden']);

/** Members with JSON. */
const JSON_FIELDS = new Set(
  Object.values(getDatamodel().datamodel.models).flatMap(({ fields }) =>
    fields.filter(({ type }) => type === 'Json').map(({ name }) => name),
  ),
);

/** Serializes a row as JSON, without the members in `SECRETS`. `parseStored` restores the row from the parsed JSON. */
export function serializeStored(row: unknown): string {
  return JSON.stringify(row, function (this: Record<string, unknown>, name, value: unknown) {
    if (SECRETS.has(name)) return undefined;
    if (HIDDEN_FLAGS.has(name)) return true;
    // `value` is what `toJSON` returned; the JsonText or Date itself is still a member of `this`.
    const member = this[name];
    if (member instanceof JsonText) return { [JSON_TEXT_MARK]: member.text };
    if (JSON_FIELDS.has(name) && value !== undefined) return { [JSON_MARK]: JSON.stringify(value) };
    return member instanceof Date ? { [TIME_MARK]: value } : value;
  });
}

/** A row from a receipt, with the time of its write. Rows that earlier versions stored have no such time. */
interface Replayed {
  readonly storedAt?: Date;
}

/** Adds the time of the write to the row that the write returned, before the row is serialized. */
export const withStoredAt = (row: object, storedAt: Date): object => ({ ...row, storedAt });

/**
 * Returns the time for which to compute values of a row that change with time, such as its status. For a row from a receipt this
 * is the time of its write: a replay shows the record as the first response did.
 */
export const shownTimeOf = (row: object, { clock }: { readonly clock: Clock }): Date =>
  (row as Replayed).storedAt ?? clock.now();

/** Restores a row from the parsed JSON of `serializeStored`. */
export function parseStored(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored.map(parseStored);
  if (typeof stored !== 'object' || stored === null) return stored;
  if (TIME_MARK in stored) return new Date(String(stored[TIME_MARK]));
  if (JSON_TEXT_MARK in stored) return new JsonText(String(stored[JSON_TEXT_MARK]));
  if (JSON_MARK in stored) return JSON.parse(String(stored[JSON_MARK]));
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, parseStored(value)]));
}
