import { BoardError, parseUrl } from '../../../schema/contract.ts';
import type { Exchange } from '../../http/route.ts';

const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Maximum number of fields of a form. The forms of the console have fewer. */
const MAX_FIELDS = 64;

/** Reads a form. Line breaks become `\n`, empty fields are left out. Throws `unsupported_media_type`, `malformed_request`. */
export function readForm({ request, body }: Exchange): URLSearchParams {
  if (!FORM_TYPE.test(request.headers.get('content-type') ?? ''))
    throw new BoardError(
      'unsupported_media_type',
      'Send the form with Content-Type: application/x-www-form-urlencoded',
    );
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  // A form is parsed before authentication, and a field takes as long to parse as a hundred characters.
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw new BoardError('malformed_request', `A form has at most ${MAX_FIELDS} fields`);
  const entries = [...new URLSearchParams(text)];
  return new URLSearchParams(
    entries
      .map(([name, value]) => [name, value.replaceAll('\r\n', '\n')] as [string, string])
      .filter(([, value]) => value !== ''),
  );
}

/** Whether htmx sent the request and expects a fragment. */
export const isHtmxRequest = ({ request }: Exchange): boolean => request.headers.get('hx-request') === 'true';

/** Maximum number of characters of the URL of a page to return to. */
export const MAX_RETURN_URL_LENGTH = 2000;

/**
 * Parses the URL of a page of the console to return to. Returns the overview for other sites and paths, which would allow open
 * redirects, for the paths that sign in and out, and for URLs of more than `MAX_RETURN_URL_LENGTH` characters: parsing some of 64 KiB
 * takes 20 ms and more.
 */
export function readConsoleUrl(text: string | null, siteUrl: string): URL {
  const home = new URL('/console', siteUrl);
  const url = text !== null && text.length <= MAX_RETURN_URL_LENGTH ? parseUrl(text, siteUrl) : null;
  const isPage = url?.origin === home.origin && /^\/console(\/|$)/.test(url.pathname);
  return isPage && !url.pathname.startsWith('/console/sign-') ? url : home;
}
