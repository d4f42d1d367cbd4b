const SECRET = /(sbk_[0-9A-Za-z]{1,10}|sb[as]_)[0-9A-Za-z_-]{4,}/g;

/** Replaces the secret part of everything that looks like an API key, an operator token or a session token. */
export const redactKeys = (text: string): string => text.replace(SECRET, '$1…');

/** Returns the query without `key` and without any parameter that contains something like a key. */
export function omitKeyParameters(query: URLSearchParams): URLSearchParams {
  const kept = [...query].filter(
    ([name, value]) => name !== 'key' && redactKeys(name) === name && redactKeys(value) === value,
  );
  return new URLSearchParams(kept);
}
