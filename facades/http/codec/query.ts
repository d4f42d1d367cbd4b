import { BoardError } from '../../../schema/contract.ts';

const ESCAPED = /(?:%[0-9a-f]{2})+/gi;

/**
 * Throws `malformed_request` where what is escaped in a query is no UTF-8: it would be read as other text than was
 * meant. A percent sign that begins no escape stands for itself.
 */
export function assertQueryEncoding({ search }: URL): void {
  if (!search.includes('%')) return;
  try {
    search.match(ESCAPED)?.forEach(decodeURIComponent);
  } catch {
    throw new BoardError('malformed_request', 'The query is not percent-encoded UTF-8');
  }
}
