import { BoardError } from '../../schema/contract.ts';

/** How an answer is written (contract, URL-only surface). */
const FORMATS = ['text', 'json'] as const;

export type Format = (typeof FORMATS)[number];

/** The format a URL asks for: text where it says nothing. Throws `validation_failed`. */
export function readFormat({ searchParams }: URL): Format {
  const asked = searchParams.get('format') || 'text';
  const format = FORMATS.find((name) => name === asked);
  if (format) return format;
  throw new BoardError('validation_failed', 'The format is text or json', {
    issues: [
      { path: [], loc: ['query', 'format'], msg: `Must be one of ${FORMATS.join(', ')}`, type: 'enum' },
    ],
  });
}
