import { readCookie, readSessionCookie, SESSION_COOKIE } from '../../http/binding/operator-session.ts';
import type { HeaderRecord } from '../../http/reply.ts';

/** Lifetime of the session cookie. The session itself may end earlier. */
const SESSION_SECONDS = 12 * 3600;

/** Carries the name of the finished action to the page that the browser is redirected to. */
const FLASH_COOKIE = 'console_done';
const FLASH_SECONDS = 60;

/** Scripts cannot read the cookies (`HttpOnly`), and requests from other sites do not send them (`SameSite=Strict`). */
const setCookie = (
  {
    name,
    value,
    path,
    seconds,
  }: {
    readonly name: string;
    readonly value: string;
    readonly path: string;
    readonly seconds: number;
  },
  siteUrl: string,
): HeaderRecord => {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return {
    'set-cookie': `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  };
};

export const setSessionCookie = (value: string, siteUrl: string): HeaderRecord =>
  setCookie({ name: SESSION_COOKIE, value, path: '/', seconds: SESSION_SECONDS }, siteUrl);

/**
 * Clears the session cookie if the request carries it. With a request that another site starts, browsers send no such cookie
 * (`SameSite=Strict`), but they obey the response: without this check, a link of another site could sign the operator out.
 */
export const clearSessionCookie = (request: Request, siteUrl: string): HeaderRecord =>
  readSessionCookie(request) === null
    ? {}
    : setCookie({ name: SESSION_COOKIE, value: '', path: '/', seconds: 0 }, siteUrl);

export const setFlashCookie = (actionName: string, siteUrl: string): HeaderRecord =>
  setCookie({ name: FLASH_COOKIE, value: actionName, path: '/console', seconds: FLASH_SECONDS }, siteUrl);

export const readFlashCookie = (headers: Headers): string | null =>
  readCookie(headers.get('cookie'), FLASH_COOKIE);

export const clearFlashCookie = (siteUrl: string): HeaderRecord =>
  setCookie({ name: FLASH_COOKIE, value: '', path: '/console', seconds: 0 }, siteUrl);
