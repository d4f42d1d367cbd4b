import { hash } from 'node:crypto';
import type { HeaderRecord, Reply } from './reply.ts';

const TAG = /(?:^|,)\s*(?:W\/)?("[^"]*")/g;

/** A strong entity tag of a body (RFC 9110, 8.8.3). */
export const etagOf = (body: string): string => `"${hash('sha1', body, 'base64url')}"`;

/** Whether If-None-Match says that the caller has this body already; compared weakly, as the RFC asks. */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  for (const [, tag] of ifNoneMatch.matchAll(TAG)) if (tag === opaque) return true;
  return false;
}

/**
 * Gives a 200 its entity tag. What the caller has already is not sent again: 304 with the same headers
 * (RFC 9110, 15.4.5).
 */
export function withEtag(request: Request, reply: Reply): Reply {
  if (reply.status !== 200 || reply.body === null) return reply;
  return unlessKnown(request, { ...reply, headers: { ...reply.headers, etag: etagOf(reply.body) } });
}

/** The reply, or 304 where its own `etag` or `last-modified` says that the caller has it already. */
export const unlessKnown = (request: Request, reply: Reply): Reply =>
  isCurrent(request.headers, reply.headers) ? notModified(reply) : reply;

/** A time is asked only where there is no tag, and must be the very same: what is hidden makes a document older. */
function isCurrent(asked: Headers, { etag, 'last-modified': modified }: HeaderRecord): boolean {
  const tags = asked.get('if-none-match');
  if (tags !== null) return etag !== undefined && isKnown(tags, etag);
  const since = asked.get('if-modified-since');
  return since !== null && modified !== undefined && Date.parse(since) === Date.parse(modified);
}

/** What is said to whom has it already: the same headers without a body. */
function notModified({ headers }: Reply): Reply {
  const kept = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return { status: 304, headers: Object.fromEntries(kept), body: null };
}
