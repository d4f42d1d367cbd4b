import { type HeaderRecord, type Reply, toTextReply } from '../../http/reply.ts';
import { CONSOLE_HEADERS } from './headers.ts';

/** An HTML response with the headers of the console: a page, or a fragment for htmx. */
export const toPageReply = (text: string, status = 200, headers: HeaderRecord = {}): Reply =>
  toTextReply(text, 'text/html', { status, headers: { ...headers, ...CONSOLE_HEADERS } });

/** A 303 response: reloading the page after a form was sent does not send the form again. */
export const toRedirect = (location: string, headers: HeaderRecord = {}): Reply => ({
  status: 303,
  headers: { location, ...headers, ...CONSOLE_HEADERS },
  body: null,
});

/**
 * A redirect for htmx, which would follow a 303 response itself and insert the target page into the current page. The status is
 * 401, because only requests without a valid session are redirected for htmx.
 */
export const toHtmxRedirect = (location: string, headers: HeaderRecord = {}): Reply =>
  toPageReply('', 401, { 'hx-redirect': location, ...headers });
