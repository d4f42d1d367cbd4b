import { hash } from 'node:crypto';
import type { Bytes, Reply } from '../reply.ts';

const TAG = /(?:^|,)\s*(?:W\/)?("[^"]*")/g;

/** A strong entity tag of a body (RFC 9110, 8.8.3). */
export const etagOf = (body: string | Bytes): string => `"${hash('sha1', body, 'base64url')}"`;

/** Whether If-None-Match says that the caller has this body already; compared weakly, as the RFC asks. */
export function matchesIfNoneMatch(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  for (const [, tag] of ifNoneMatch.matchAll(TAG)) if (tag === opaque) return true;
  return false;
}

/** An entity tag of a record that counts its versions. */
export const versionEtag = (version: number): string => `"${version}"`;

/**
 * The version that If-Match asks for: undefined where any will do, 0, which no record has, where it names none. Of
 * several tags none is taken: which of them was meant, nobody could say.
 */
export function readIfMatchVersion(ifMatch: string | null): number | undefined {
  const tag = ifMatch?.trim();
  if (tag === undefined || tag === '*') return undefined;
  return Number(/^"(\d{1,9})"$/.exec(tag)?.[1] ?? 0);
}

/**
 * Gives a 200 its entity tag. What the caller has already is not sent again: 304 with the same headers
 * (RFC 9110, 15.4.5).
 */
export function withEtag(request: Request, reply: Reply): Reply {
  if (reply.status !== 200 || reply.body === null) return reply;
  return applyIfNoneMatch(request, { ...reply, headers: { ...reply.headers, etag: etagOf(reply.body) } });
}

/**
 * The reply, or 304 where `If-None-Match` has its `etag`. `If-Modified-Since` is not read: `Last-Modified` is the time of
 * the newest record, and stays the same when an older record is hidden, or is committed later than it is dated.
 */
export function applyIfNoneMatch(request: Request, reply: Reply): Reply {
  const tags = request.headers.get('if-none-match');
  return tags !== null &&
    reply.headers['etag'] !== undefined &&
    matchesIfNoneMatch(tags, reply.headers['etag'])
    ? notModified(reply)
    : reply;
}

/** What is said to whom has it already: the same headers without a body. */
function notModified({ headers }: Reply): Reply {
  const kept = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return { status: 304, headers: Object.fromEntries(kept), body: null };
}
