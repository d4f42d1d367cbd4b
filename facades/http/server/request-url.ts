import { BoardError } from '../../../schema/contract.ts';
import { createUriTooLong } from './refusals.ts';

/** Maximum number of characters of a URL, scheme and host included. */
export const MAX_URL_LENGTH = 8 * 1024;

/** Parses the URL of a request. Throws `uri_too_long`, and `malformed_request` for a URL that is not valid. */
export function readUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH) throw createUriTooLong(text.length, MAX_URL_LENGTH);
  const url = URL.parse(text);
  if (!url) throw new BoardError('malformed_request', 'The URL is not valid');
  return url;
}

/** Decodes the values of path parameters. Throws `malformed_request`. */
export function decodeParams(params: Readonly<Record<string, string>>): Record<string, string> {
  const decoded: Record<string, string> = {};
  for (const name in params) decoded[name] = decodeSegment(params[name] ?? '');
  return decoded;
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    if (!text.includes('\0')) return text;
  } catch {
    // The error is thrown below, as for NUL.
  }
  throw new BoardError('malformed_request', 'The path is not valid percent-encoded UTF-8');
}
