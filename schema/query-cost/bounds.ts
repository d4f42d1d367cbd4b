import { BoardError, DOCUMENT_BOUNDS } from '../contract.ts';

/** How to get below each bound. */
const ADVICE: Readonly<Record<keyof typeof DOCUMENT_BOUNDS, string>> = {
  depth: 'Nest fewer fields, and ask for the rest in a second document.',
  aliases: 'Select fewer fields under aliases.',
  fields: 'Spread fewer fragments.',
  introspectionValues: 'Ask for `__schema` once, or for one `__type` at a time.',
  tokens: 'Write a shorter document.',
  characters: 'Send long text in `variables`.',
  batch: 'Send fewer operations in one request.',
  points: 'Ask for smaller pages with `first`, or select fewer fields and less text.',
};

/**
 * Throws `query_too_complex` with the members `bound`, `value` and `max` if `value` exceeds `limit`, by default the bound
 * in `DOCUMENT_BOUNDS`.
 */
export function assertBound(bound: keyof typeof DOCUMENT_BOUNDS, value: number, limit?: number): void {
  const max = limit ?? DOCUMENT_BOUNDS[bound];
  if (value <= max) return;
  throw new BoardError(
    'query_too_complex',
    `The document's ${bound} can reach ${value}; at most ${max} are allowed. ${ADVICE[bound]}`,
    { members: { bound, value, max } },
  );
}
