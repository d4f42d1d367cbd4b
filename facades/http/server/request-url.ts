import { BoardError } from '../../../schema/contract.ts';
import { createUriTooLong } from './refusals.ts';

/** Maximum number of characters of a URL, scheme and host included. */
export const MAX_URL_LENGTH = 8 * 1024;

/** Parses the URL of a request. Returns null if it is too long or not valid. */
export const parseRequestUrl = (text: string): URL | null =>
  text.length > MAX_URL_LENGTH ? null : URL.parse(text);

/** Creates the error for a URL that `parseRequestUrl` cannot parse: `uri_too_long` or `malformed_request`. */
export const createUrlError = ({ length }: string): BoardError =>
  length > MAX_URL_LENGTH
    ? createUriTooLong(length, MAX_URL_LENGTH)
    : new BoardError('malformed_request', 'The URL is not valid');

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
