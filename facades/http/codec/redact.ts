const SECRET = /(sbk_[0-9A-Za-z]{1,10}|sb[as]_)[0-9A-Za-z_-]{4,}/g;

/** The id of an MCP session: a UUIDv7, and the signature that makes it a credential. */
const MCP_SESSION = /([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.)[\w-]{43}/g;

/**
 * Replaces the secret part of everything that looks like an API key, an operator token, a session token or the id of an
 * MCP session.
 */
export const redactKeys = (text: string): string => text.replace(SECRET, '$1…').replace(MCP_SESSION, '$1…');

/** Returns the query without `key` and without the parameters whose name or value `redactKeys` would change. */
export function omitKeyParameters(query: URLSearchParams): URLSearchParams {
  const kept = [...query].filter(
    ([name, value]) => name !== 'key' && redactKeys(name) === name && redactKeys(value) === value,
  );
  return new URLSearchParams(kept);
}
