// Errors that do not depend on what a route does.
import { BoardError, truncate } from '../../../schema/contract.ts';

/** One shared instance: capturing a stack trace would be most of the cost of refusing a request. */
export const OVERLOADED = new BoardError(
  'unavailable',
  'Too many requests are in progress; try again shortly',
  {
    members: { retry_after: 2 },
  },
);

/** Documents that the error for an unknown path suggests. Reading them needs no key. */
const START_DOCUMENTS = ['/', '/llms.txt'];
/** Documents for a client that prefers HTML to JSON: their media type does not depend on `Accept`. */
const TEXT_START_DOCUMENTS = ['/get/', '/llms.txt'];

export const createRouteNotFound = (pathname: string): BoardError =>
  new BoardError('not_found', `No resource at ${truncate(pathname, 100)}`, { documents: START_DOCUMENTS });

export const createMethodNotAllowed = (allow: readonly string[]): BoardError =>
  new BoardError('method_not_allowed', `Use one of ${allow.join(', ')}`, { members: { allow } });

export const createUriTooLong = (length: number, maxLength: number): BoardError =>
  new BoardError(
    'uri_too_long',
    `The URL has ${length} characters; at most ${maxLength} are allowed. A percent-encoded letter that is not ASCII counts as 6–12 characters`,
  );

export const createNotAcceptable = (siteUrl: string): BoardError =>
  new BoardError('not_acceptable', `This URL returns no HTML; the pages for people are at ${siteUrl}`, {
    members: { site: siteUrl },
    documents: TEXT_START_DOCUMENTS,
  });
