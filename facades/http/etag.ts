import { hash } from 'node:crypto';
import type { Bytes } from './route.ts';
import type { Reply } from './reply.ts';

const TAG = /(?:^|,)\s*(?:W\/)?("[^"]*")/g;

/** A strong entity tag of a body (RFC 9110, 8.8.3). */
export const etagOf = (body: string | Bytes): string => `"${hash('sha1', body, 'base64url')}"`;

/** Whether If-None-Match says that the caller has this body already; compared weakly, as the RFC asks. */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  for (const [, tag] of ifNoneMatch.matchAll(TAG)) if (tag === opaque) return true;
  return false;
}

/** An entity tag of a record that counts its versions. */
export const versionTag = (version: number): string => `"${version}"`;

/**
 * The version that If-Match asks for: undefined where any will do, 0, which no record has, where it names none. Of
 * several tags none is taken: which of them was meant, nobody could say.
 */
export function readVersionTag(ifMatch: string | null): number | undefined {
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
  return unlessKnown(request, { ...reply, headers: { ...reply.headers, etag: etagOf(reply.body) } });
}

/** The reply, or 304 where its own `etag` says that the caller has it already. */
export function unlessTagged(request: Request, reply: Reply): Reply {
  const tags = request.headers.get('if-none-match');
  return tags !== null && reply.headers['etag'] !== undefined && isKnown(tags, reply.headers['etag'])
    ? notModified(reply)
    : reply;
}

/**
 * The same, where its `last-modified` says so as well. A time is asked only where there is no tag, and must be the very
 * same: what is hidden makes a document older.
 */
export function unlessKnown(request: Request, reply: Reply): Reply {
  if (request.headers.get('if-none-match') !== null) return unlessTagged(request, reply);
  const [since, modified] = [request.headers.get('if-modified-since'), reply.headers['last-modified']];
  const isSame = since !== null && modified !== undefined && Date.parse(since) === Date.parse(modified);
  return isSame ? notModified(reply) : reply;
}

/** What is said to whom has it already: the same headers without a body. */
function notModified({ headers }: Reply): Reply {
  const kept = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return { status: 304, headers: Object.fromEntries(kept), body: null };
}
