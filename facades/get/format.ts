import { BoardError } from '../../schema/contract.ts';

/** Values of the query parameter `format`. */
const FORMATS = ['text', 'json'] as const;

export type Format = (typeof FORMATS)[number];

/** Reads the query parameter `format`; the default is `text`. Throws `validation_failed`. */
export function readFormat({ searchParams }: URL): Format {
  const value = searchParams.get('format') ?? 'text';
  const format = FORMATS.find((name) => name === value);
  if (format) return format;
  throw new BoardError('validation_failed', 'format must be text or json', {
    issues: [
      { path: [], loc: ['query', 'format'], msg: `Must be one of ${FORMATS.join(', ')}`, type: 'enum' },
    ],
  });
}
