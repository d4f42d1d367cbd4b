import { readCookie, SESSION_COOKIE } from '../../http/binding/operator-session.ts';
import type { HeaderRecord } from '../../http/reply.ts';

/** How long a browser keeps a session; the board may end it sooner. */
const SESSION_SECONDS = 12 * 3600;

/** What was done, for the page that is shown next. */
const FLASH_COOKIE = 'console_done';
const FLASH_SECONDS = 60;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly seconds: number;
}

/** No script reads it, no other site’s page makes a browser send it. */
const write = ({ name, value, path, seconds }: Cookie, siteUrl: string): HeaderRecord => {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return {
    'set-cookie': `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  };
};

export const setSessionCookie = (value: string, siteUrl: string): HeaderRecord =>
  write({ name: SESSION_COOKIE, value, path: '/', seconds: SESSION_SECONDS }, siteUrl);

export const clearSessionCookie = (siteUrl: string): HeaderRecord =>
  write({ name: SESSION_COOKIE, value: '', path: '/', seconds: 0 }, siteUrl);

/** Tells the next page by name what was done. */
export const setFlashCookie = (value: string, siteUrl: string): HeaderRecord =>
  write({ name: FLASH_COOKIE, value, path: '/console', seconds: FLASH_SECONDS }, siteUrl);

export const readFlashCookie = (headers: Headers): string | null =>
  readCookie(headers.get('cookie'), FLASH_COOKIE);

export const clearFlashCookie = (siteUrl: string): HeaderRecord =>
  write({ name: FLASH_COOKIE, value: '', path: '/console', seconds: 0 }, siteUrl);
