// Which pages of lists are read by prepared statements.
import type { StatementPlanning } from '../../../prisma/client.ts';
import type { Direction } from '../../data/keyset.ts';
import type { PageRequest } from './page-args.ts';

/** Maximum ranges in a prepared statement: a list without filters has at most four. */
const MAX_PREPARED_RANGES = 8;

/**
 * Returns how the statement of a page is planned, if the best plan does not depend on values. The text of the statement varies with the
 * number of ranges, the order and the bounds of the page. A process names a limited number of statements (`createStatementNames`),
 * so only usual pages are prepared: newest first, from the beginning of the list or after a cursor, with few ranges.
 */
export const planPage = (
  { isBackward, before }: PageRequest,
  { direction, ranges }: { readonly direction: Direction; readonly ranges: number },
): StatementPlanning =>
  !isBackward && before === null && direction === 'desc' && ranges <= MAX_PREPARED_RANGES
    ? 'prepared'
    : 'unprepared';
