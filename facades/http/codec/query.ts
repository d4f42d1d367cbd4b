import { BoardError } from '../../../schema/contract.ts';

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
