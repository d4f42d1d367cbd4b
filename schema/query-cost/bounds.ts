import { BoardError, DOCUMENT_BOUNDS } from '../contract.ts';

const SMALLER = 'Ask for smaller pages with `first`, or select fewer fields and less text.';

/** What makes a document smaller in each of its bounds. */
const ADVICE: Readonly<Record<keyof typeof DOCUMENT_BOUNDS, string>> = {
  depth: 'Nest fewer fields, and ask for the rest in a second document.',
  aliases: 'Select fewer fields under names of their own.',
  fields: 'Spread fewer fragments.',
  introspectionValues: 'Ask for `__schema` once, or for one `__type` at a time.',
  tokens: 'Write a shorter document.',
  characters: 'Send long text in `variables`.',
  batch: 'Send fewer operations in one request.',
  points: SMALLER,
};

/** Throws `query_too_complex` with `bound`, `value` and `max` where a document is beyond one of its bounds. */
export function assertBound(bound: keyof typeof DOCUMENT_BOUNDS, value: number, most?: number): void {
  const max = most ?? DOCUMENT_BOUNDS[bound];
  if (value <= max) return;
  throw new BoardError(
    'query_too_complex',
    `The document's ${bound} can come to ${value}; at most ${max} are allowed. ${ADVICE[bound]}`,
    { members: { bound, value, max } },
  );
}
