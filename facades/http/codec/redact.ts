const SECRET = /(sbk_[0-9A-Za-z]{1,10}|sb[as]_)[0-9A-Za-z_-]{4,}/g;

/** A text without the secret part of anything shaped like a key, an operator token or a session of an operator. */
export const redactKeys = (text: string): string => text.replace(SECRET, '$1…');

/** A query to repeat to others: without `key`, and without whatever else is shaped like a key. */
export function omitKeyParameters(query: URLSearchParams): URLSearchParams {
  const kept = [...query].filter(
    ([name, value]) => name !== 'key' && redactKeys(name) === name && redactKeys(value) === value,
  );
  return new URLSearchParams(kept);
}
