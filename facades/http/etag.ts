import { hash } from 'node:crypto';
import type { Reply } from './reply.ts';

const TAG = /(?:^|,)\s*(?:W\/)?("[^"]*")/g;

/** A strong entity tag of a body (RFC 9110, 8.8.3). */
export const etagOf = (body: string): string => `"${hash('sha1', body, 'base64url')}"`;

/** Whether If-None-Match says that the caller has this body already; compared weakly, as the RFC asks. */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  for (const [, tag] of ifNoneMatch.matchAll(TAG)) if (tag === etag) return true;
  return false;
}

/**
 * Gives a 200 its entity tag. What the caller has already is not sent again: 304 with the same headers
 * (RFC 9110, 15.4.5).
 */
export function withEtag(request: Request, reply: Reply): Reply {
  if (reply.status !== 200 || reply.body === null) return reply;
  const etag = etagOf(reply.body);
  if (!isKnown(request.headers.get('if-none-match'), etag)) {
    return { ...reply, headers: { ...reply.headers, etag } };
  }
  return notModified({ ...reply, headers: { ...reply.headers, etag } });
}

/** What is said to whom has it already: the same headers without a body. */
export function notModified({ headers }: Reply): Reply {
  const kept = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return { status: 304, headers: Object.fromEntries(kept), body: null };
}
