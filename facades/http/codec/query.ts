import { BoardError } from '../../../schema/contract.ts';
import { omitKeyParameters } from './redact.ts';

const PERCENT_ENCODED = /(?:%[0-9a-f]{2})+/gi;

/**
 * Throws `malformed_request` if percent-encoded bytes of the query are not UTF-8: `URLSearchParams` would replace them.
 * A percent sign without two hexadecimal digits stands for itself.
 */
export function assertQueryEncoding({ search }: URL): void {
  if (!search.includes('%')) return;
  try {
    search.match(PERCENT_ENCODED)?.forEach(decodeURIComponent);
  } catch {
    throw new BoardError('malformed_request', 'The query is not valid percent-encoded UTF-8');
  }
}

/**
 * A query is parsed before authentication. Parsing a query of thousands of parameters takes ten times as long as parsing a query
 * of the same length with one parameter.
 */
const MAX_PARAMETERS = 256;

/** Throws `malformed_request` if the query has more than `MAX_PARAMETERS` parameters. */
export function assertFewParameters({ search }: URL): void {
  if (search.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw new BoardError('malformed_request', `A URL has at most ${MAX_PARAMETERS} parameters`);
}

/**
 * Returns the query of the next page: this query with the position of the page, without API keys, and without `since=now`,
 * which has no effect together with a position.
 */
export function toNextPageQuery(
  { searchParams }: URL,
  [name, value]: readonly [name: string, value: string],
): string {
  const query = omitKeyParameters(searchParams);
  query.delete('since', 'now');
  query.set(name, value);
  return query.toString();
}
