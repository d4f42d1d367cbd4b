const SECRET = /(sbk_[0-9A-Za-z]{1,10}|sb[as]_)[0-9A-Za-z_-]{4,}/g;

/** The id of an MCP session: a UUIDv7, and the signature that makes it a credential. */
const MCP_SESSION = /([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.)[\w-]{43}/g;

/**
 * Replaces the secret part of everything that looks like an API key, an operator token, a session token or the id of an
 * MCP session.
 */
export const redactKeys = (text: string): string => text.replace(SECRET, '$1…').replace(MCP_SESSION, '$1…');

/**
 * An API key that may be incomplete, a credential of an operator or the id of an MCP session. Stricter than `redactKeys`: filters
 * such as `target=sba_client` do not match.
 */
const LONG_SECRET = new RegExp(
  `sbk_[0-9A-Za-z]{1,10}_[0-9A-Za-z]{20}|sb[as]_[0-9A-Za-z_-]{32}|${MCP_SESSION.source}`,
);

/**
 * Returns the query without `key` and without the parameters whose name or value contains a secret. Keeps everything else: a cursor
 * is accepted only with the filters of its list.
 */
export function omitKeyParameters(query: URLSearchParams): URLSearchParams {
  const kept = [...query].filter(
    ([name, value]) => name !== 'key' && !LONG_SECRET.test(name) && !LONG_SECRET.test(value),
  );
  return new URLSearchParams(kept);
}
