import type { HeaderRecord } from '../reply.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Members with JSON that an agent wrote, or with the details of an event: times in them are not times of the record. */
const EXCLUDED_MEMBERS: ReadonlySet<string> = new Set([
  'evidence',
  'artifact',
  'limitations',
  'declaration',
  'answer_schema',
  'data',
]);

/**
 * Returns the newest timestamp up to `now` among the members of a JSON value whose name ends in `_at`, at any depth, except in
 * `EXCLUDED_MEMBERS`. Null if there is none.
 */
export function findNewestTime(value: unknown, now: string): string | null {
  let newest: string | null = null;
  const visit = (name: string, member: unknown): void => {
    if (typeof member === 'string') {
      if (name.endsWith('_at') && member <= now && member > (newest ?? '') && TIMESTAMP.test(member))
        newest = member;
    } else if (typeof member === 'object' && member !== null && !EXCLUDED_MEMBERS.has(name)) {
      for (const [key, child] of Object.entries(member)) visit(key, child);
    }
  };
  visit('', value);
  return newest;
}

/**
 * Returns `Last-Modified`, which has a resolution of one second. Within the current second more records may follow: the
 * header then has the previous second, so that a cache does not consider a later response unchanged.
 */
export function lastModifiedHeader(newest: string | null, now: string): HeaderRecord {
  if (newest === null) return {};
  const isCurrentSecond = newest.slice(0, 19) === now.slice(0, 19);
  const time = new Date(Date.parse(newest) - (isCurrentSecond ? 1000 : 0));
  return { 'last-modified': time.toUTCString() };
}
