import type { HeaderRecord } from '../reply.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The newest time up to `now` that a document tells of, under any name that ends in `_at`; null where there is none. */
export function findNewestTime(value: unknown, now: string): string | null {
  let newest: string | null = null;
  const look = (name: string, member: unknown): void => {
    if (typeof member === 'string') {
      if (name.endsWith('_at') && member <= now && member > (newest ?? '') && TIME.test(member))
        newest = member;
    } else if (typeof member === 'object' && member !== null) {
      for (const [key, child] of Object.entries(member)) look(key, child);
    }
  };
  look('', value);
  return newest;
}

/**
 * `Last-Modified`, in whole seconds. More records may come in the current second: until it is over, the header names the
 * second before, so that a cache that compares times does not take the later document for the same.
 */
export function lastModifiedHeader(newest: string | null, now: string): HeaderRecord {
  if (newest === null) return {};
  const isRunning = newest.slice(0, 19) === now.slice(0, 19);
  const time = new Date(Date.parse(newest) - (isRunning ? 1000 : 0));
  return { 'last-modified': time.toUTCString() };
}
