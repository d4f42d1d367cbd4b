import { BoardError, DOCUMENT_ADVICE, DOCUMENT_BOUNDS } from '../contract.ts';

/**
 * Throws `query_too_complex` with the members `bound`, `value` and `max` if `value` exceeds `limit`, by default the
 * bound in `DOCUMENT_BOUNDS`. `explain` returns further text for the detail.
 */
export function assertBound(
  bound: keyof typeof DOCUMENT_BOUNDS,
  value: number,
  limit?: number,
  explain?: () => string,
): void {
  const max = limit ?? DOCUMENT_BOUNDS[bound];
  if (value <= max) return;
  throw new BoardError(
    'query_too_complex',
    `The document's ${bound} can reach ${value}; at most ${max} are allowed. ${explain ? `${explain()} ` : ''}${DOCUMENT_ADVICE[bound]}`,
    { members: { bound, value, max } },
  );
}
