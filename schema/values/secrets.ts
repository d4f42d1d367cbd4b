// API keys, credentials of operators and ids of MCP sessions in text. Without imports of packages: the validator process of
// answer schemas loads it.

/** An API key. Its checksum may be missing: anyone can compute it. Markdown escapes underscores. */
const API_KEY = /sbk\\?_[0-9A-Za-z]{10}\\?_[0-9A-Za-z]{43}(?:\\?_[0-9A-Za-z]{6})?/;

/** An operator token, or a session token of an operator. */
const OPERATOR_CREDENTIAL = /sb[as]\\?_(?:[A-Za-z0-9-]|\\?_){32,}/;

/** The id of an MCP session, which authenticates its agent. */
const MCP_SESSION_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.[\w-]{43}/;

const SECRET = new RegExp(
  [API_KEY, OPERATOR_CREDENTIAL, MCP_SESSION_ID].map(({ source }) => source).join('|'),
  'g',
);

/** Returns the text with `(withheld)` in place of each secret. Every secret is longer than that. */
export const withholdSecrets = (text: string): string => text.replaceAll(SECRET, '(withheld)');

const secretsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? (value.match(SECRET) ?? []) : [];

/**
 * The items of a list; the names and values of an object. Without numbers: callers could choose them so that a Set of them takes
 * quadratic time.
 */
function partsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.filter((part) => typeof part !== 'number');
}

/**
 * Finds API keys, credentials of operators and ids of MCP sessions in the strings and member names of a JSON-like value. Returns
 * each secret once, as it was written. Does not verify checksums: a near match is most likely a key with a typing error.
 */
export function findSecrets(value: unknown): string[] {
  const found = new Set<string>();
  // Each part once: a GraphQL document can repeat a large variable. The loop also visits parts that are added meanwhile. There is no
  // recursion, because the depth of the value may not have been checked yet.
  const parts = new Set([value]);
  for (const part of parts) {
    for (const secret of secretsOf(part)) found.add(secret);
    for (const inner of partsOf(part)) parts.add(inner);
  }
  return [...found];
}
