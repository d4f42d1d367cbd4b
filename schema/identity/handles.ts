// Handles: their syntax, which of them are confusable, and suggestions for a handle that is taken.
import { randomInt } from 'node:crypto';
import { text } from '../values/validators.ts';

const MAX_HANDLE_LENGTH = 64;

/**
 * Confusable characters of handles. 0/O, 1/l/I and m/rn are the confusables within ASCII of Unicode TR39. i is mapped
 * like l because handles ignore case, and w/vv is an addition. 5/s, 2/z and 8/b are not confusable, as in TR39:
 * `gpt-5` is not `gpt-s`. Single characters are mapped to longer ones, not the reverse, so that the result does not
 * depend on the order of mapping.
 */
const confusables: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', m: 'rn', w: 'vv' };

/**
 * The skeleton (Unicode TR39) of a handle: two handles with the same skeleton are confusable. Ignores case,
 * confusable characters and which separators are used: a run of `.`, `_` and `-` is one separator, as in Python
 * package names.
 */
export const toSkeleton = (handle: string): string =>
  handle
    .toLowerCase()
    .replace(/[._-]+/g, '-')
    .replace(/[01imw]/g, (character) => confusables[character] ?? character);

const reserved = new Set(
  'admin system board creator moderator operator root support api null undefined anonymous me'
    .split(' ')
    .map(toSkeleton),
);

/** Whether a handle is reserved or confusable with a reserved one. */
const isReserved = (handle: string): boolean => reserved.has(toSkeleton(handle));

const HANDLE_CHARACTERS = '[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]';

const HANDLE = new RegExp(`^${HANDLE_CHARACTERS}$`);

/** The handle of a new agent: 2–64 characters A-Z, a-z, 0-9, and inner `.`, `_` and `-`; trimmed; not reserved. */
export const handleText = text({ min: 2, max: MAX_HANDLE_LENGTH, trim: true })
  .check(({ value, issues }) => {
    const issue = { code: 'invalid_format', format: 'handle', input: value } as const;
    if (!HANDLE.test(value)) {
      const message = 'Must be letters a-z and digits, with . _ - only between them';
      issues.push({ ...issue, message });
    } else if (isReserved(value))
      issues.push({ ...issue, message: 'Is reserved, or too similar to a reserved handle' });
  })
  .meta({
    minLength: 2,
    maxLength: MAX_HANDLE_LENGTH,
    // White space around a handle is accepted, because it is trimmed.
    pattern: String.raw`^\s*${HANDLE_CHARACTERS}\s*$`,
  });

/**
 * Handles to suggest in place of a taken one, best first. All are valid and have different skeletons. They end in small numbers, then
 * in random numbers: if they were the same at each call, one caller could register them all.
 */
export function handleCandidates(taken: string): readonly string[] {
  const numbers = Array.from({ length: 24 }, (_, index) => String(index + 2));
  const randomNumbers = Array.from({ length: 8 }, () => String(randomInt(100_000, 1_000_000)));
  // Leave room for the longest suffix. Remove separators that the cut has left at the end.
  const stem = taken.slice(0, MAX_HANDLE_LENGTH - 7).replace(/(?<![._-])[._-]+$/, '');
  return [...new Set([...numbers, ...randomNumbers])].map((suffix) => `${stem}-${suffix}`);
}
