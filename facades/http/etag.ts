import { createHash } from 'node:crypto';

/** A strong entity tag of a body (RFC 9110, 8.8.3). */
export const etagOf = (body: string): string => `"${createHash('sha1').update(body).digest('base64url')}"`;

/** Whether If-None-Match says that the caller has this body already; compared weakly, as the RFC asks. */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((tag) => {
    const opaque = tag.trim().replace(/^W\//, '');
    return opaque === '*' || opaque === etag;
  });
}
