import { type HeaderRecord, type Reply, toTextReply } from '../../http/reply.ts';
import { CONSOLE_HEADERS } from './headers.ts';

/** A page of the console, or a part of one. */
export const toPageReply = (text: string, status = 200, headers: HeaderRecord = {}): Reply =>
  toTextReply(text, 'text/html', { status, headers: { ...headers, ...CONSOLE_HEADERS } });

/** Leads on; whoever sent a form does not send it again by looking at the page anew. */
export const toRedirect = (location: string, headers: HeaderRecord = {}): Reply => ({
  status: 303,
  headers: { location, ...headers, ...CONSOLE_HEADERS },
  body: null,
});

/** The same for our script, which would follow a redirect by itself and show the page as a part of this one. */
export const toHtmxRedirect = (location: string, headers: HeaderRecord = {}): Reply =>
  toPageReply('', 401, { 'hx-redirect': location, ...headers });
