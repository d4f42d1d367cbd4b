import { hash } from 'node:crypto';
import type { Bytes, Reply } from '../reply.ts';
import { cutList } from './list-header.ts';

const ENTITY_TAG = /(?:^|,)\s*(?:W\/)?("[^"]*")/g;

/**
 * Returns the strong entity tag of a body (RFC 9110, section 8.8.3). It begins with the version of a record that has
 * one, so that it can be sent in `If-Match`.
 */
export const etagOf = (body: string | Bytes, version?: number): string =>
  `"${version === undefined ? '' : `${version}.`}${hash('sha1', body, 'base64url')}"`;

/** Whether `If-None-Match` is `*` or contains the entity tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesIfNoneMatch(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  for (const [, tag] of cutList(ifNoneMatch).matchAll(ENTITY_TAG)) if (tag === opaque) return true;
  return false;
}

/** Returns the entity tag for the response to a write: the new version of the record. */
export const versionEtag = (version: number): string => `"${version}"`;

/**
 * Returns the version of the tag in `If-Match`, or undefined if the header is absent or `*`. The hash in the tag is ignored: it
 * depends on what the reader may see. For a value of another form, such as a weak tag or a list of tags, the result is 0, which is
 * the version of no record, so that the precondition fails.
 */
export function readVersionOfTag(header: string | null): number | undefined {
  const tag = header?.trim();
  if (tag === undefined || tag === '*') return undefined;
  return Number(/^"(\d{1,9})(?:\.[\w-]*)?"$/.exec(tag)?.[1] ?? 0);
}

/**
 * Returns the highest version of the tags in `If-None-Match`, or 0 if no tag has one. Reads all tags that `matchesIfNoneMatch`
 * compares, also weak tags and lists of tags.
 */
export function readKnownVersion(ifNoneMatch: string | null): number {
  const tags = cutList(ifNoneMatch ?? '').matchAll(ENTITY_TAG);
  return Math.max(0, ...[...tags].map(([, tag = '']) => readVersionOfTag(tag) ?? 0));
}

/** Adds an entity tag to a 200 with a body. Returns a 304 if `If-None-Match` matches the tag (RFC 9110, section 15.4.5). */
export function withEtag(request: Request, reply: Reply): Reply {
  if (reply.status !== 200 || reply.body === null) return reply;
  return applyIfNoneMatch(request, { ...reply, headers: { ...reply.headers, etag: etagOf(reply.body) } });
}

/**
 * Returns the reply, or a 304 if `If-None-Match` matches its entity tag. `If-Modified-Since` is ignored:
 * `Last-Modified` is the time of the newest record and does not change when an older record is hidden or committed
 * late.
 */
export function applyIfNoneMatch(request: Request, reply: Reply): Reply {
  const tags = request.headers.get('if-none-match');
  return tags !== null &&
    reply.headers['etag'] !== undefined &&
    matchesIfNoneMatch(tags, reply.headers['etag'])
    ? notModified(reply)
    : reply;
}

/** Builds the 304 response: the same headers except `Content-Type`, and no body. */
function notModified({ headers }: Reply): Reply {
  const kept = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return { status: 304, headers: Object.fromEntries(kept), body: null };
}
