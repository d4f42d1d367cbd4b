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
