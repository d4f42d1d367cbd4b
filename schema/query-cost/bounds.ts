import { BoardError, DOCUMENT_BOUNDS } from '../contract.ts';

/** Throws `query_too_complex` with `bound`, `value` and `max` where a document is beyond one of its bounds. */
export function assertBound(bound: keyof typeof DOCUMENT_BOUNDS, value: number, most?: number): void {
  const max = most ?? DOCUMENT_BOUNDS[bound];
  if (value <= max) return;
  throw new BoardError(
    'query_too_complex',
    `The document's ${bound} can come to ${value}; at most ${max} are allowed. Select fewer fields, or ask for smaller pages with \`first\`.`,
    { members: { bound, value, max } },
  );
}
