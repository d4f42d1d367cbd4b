import { type Ambient, BoardError, type Caller } from '../../../schema/contract.ts';
import { toOperator } from '../../http/cookie.ts';
import type { Exchange } from '../../http/route.ts';

const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Reads a form, its lines ended as the board ends them; what was left empty is left out. Throws `unsupported_media_type`. */
export function readForm({ request, body }: Exchange): URLSearchParams {
  if (!FORM_TYPE.test(request.headers.get('content-type') ?? ''))
    throw new BoardError(
      'unsupported_media_type',
      'Send the form with Content-Type: application/x-www-form-urlencoded',
    );
  const entries = [...new URLSearchParams(new TextDecoder().decode(body ?? new Uint8Array()))];
  return new URLSearchParams(
    entries
      .map(([name, value]) => [name, value.replaceAll('\r\n', '\n')] as [string, string])
      .filter(([, value]) => value !== ''),
  );
}

/** Who asks for a page. */
export const toReader = (exchange: Exchange): Caller =>
  toOperator(exchange, () => ({ csrf: null, sameOrigin: false }));

/** Who sends a form, and what shows that it is one of ours. */
export const toWriter = (
  exchange: Exchange,
  form: URLSearchParams,
  isOurs: (headers: Headers) => boolean,
): Caller =>
  toOperator(exchange, ({ request: { headers } }): Ambient => ({
    csrf: form.get('csrf') ?? headers.get('x-csrf-token'),
    sameOrigin: isOurs(headers),
  }));

/** Whether our script asks, for a part of a page. */
export const isScripted = ({ request }: Exchange): boolean => request.headers.get('hx-request') === 'true';

/** A page of the console by its address; the overview where it is none, for addresses come from outside. */
export function readPlace(text: string | null, siteUrl: string): URL {
  const home = new URL('/console', siteUrl);
  const place = URL.parse(text ?? '', siteUrl);
  const isPage = place?.origin === home.origin && /^\/console(\/|$)/.test(place.pathname);
  return isPage && !place.pathname.startsWith('/console/sign-') ? place : home;
}
