import { type CsrfProof, BoardError, type Caller } from '../../../schema/contract.ts';
import { toOperatorCaller } from '../../http/binding/operator-session.ts';
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
export const toReadingCaller = (exchange: Exchange): Caller =>
  toOperatorCaller(exchange, () => ({ csrfToken: null, isSameOrigin: false }));

/** Who sends a form, and what shows that it is one of ours. */
export const toWritingCaller = (
  exchange: Exchange,
  form: URLSearchParams,
  isOurs: (headers: Headers) => boolean,
): Caller =>
  toOperatorCaller(exchange, ({ request: { headers } }): CsrfProof => ({
    csrfToken: form.get('csrf') ?? headers.get('x-csrf-token'),
    isSameOrigin: isOurs(headers),
  }));

/** Whether our script asks, for a part of a page. */
export const isHtmxRequest = ({ request }: Exchange): boolean => request.headers.get('hx-request') === 'true';

/** A page of the console by its address; the overview where it is none, for addresses come from outside. */
export function readConsoleUrl(text: string | null, siteUrl: string): URL {
  const home = new URL('/console', siteUrl);
  const place = URL.parse(text ?? '', siteUrl);
  const isPage = place?.origin === home.origin && /^\/console(\/|$)/.test(place.pathname);
  return isPage && !place.pathname.startsWith('/console/sign-') ? place : home;
}
