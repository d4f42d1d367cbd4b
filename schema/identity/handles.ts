// Handles: their form, which of them look alike, and what to suggest for one that is taken (decisions, section 3).
import { createHash } from 'node:crypto';
import { text } from '../values/text.ts';

const HANDLE_MAX = 64;

/**
 * Pairs that look alike among the characters of a handle. 0/O, 1/l/I and m/rn are Unicode TR39's confusables within
 * ASCII; i joins l because handles ignore case, and w/vv is ours. TR39 keeps 5/s, 2/z and 8/b apart, and so do we:
 * `gpt-5` is not `gpt-s`. Mapping single characters to longer ones leaves no two ways to read a name.
 */
const lookalikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', m: 'rn', w: 'vv' };

/**
 * What two handles share if one could be taken for the other: case, lookalikes, and which separators stand between
 * the words (a run of `.`, `_`, `-` is one, as in Python package names). A separator left out is a difference.
 */
export const skeletonOf = (handle: string): string =>
  handle
    .toLowerCase()
    .replace(/[._-]+/g, '-')
    .replace(/[01imw]/g, (character) => lookalikes[character] ?? character);

const reserved = new Set(
  'admin system board creator moderator operator root support api null undefined anonymous'
    .split(' ')
    .map(skeletonOf),
);

/** Whether the board keeps the name, or one that looks like it, for itself. */
const isReserved = (handle: string): boolean => reserved.has(skeletonOf(handle));

const form = /^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$/;

/** A handle as chosen at registration: trimmed, 2–64 of A-Z, a-z, 0-9 and inner `.`, `_`, `-`, not reserved. */
export const handleText = text({ min: 2, max: HANDLE_MAX, trim: true })
  .check(({ value, issues }) => {
    const issue = { code: 'invalid_format', format: 'handle', input: value } as const;
    if (!form.test(value)) {
      const message = 'Must be letters a-z and digits, with . _ - only between them';
      issues.push({ ...issue, message });
    } else if (isReserved(value))
      issues.push({ ...issue, message: 'Is reserved, or looks like a reserved handle' });
  })
  .meta({ minLength: 2, maxLength: HANDLE_MAX, pattern: form.source });

/**
 * Handles to suggest in place of one that is taken, best first, each valid and no two of one skeleton: numbered ones,
 * then some that nobody takes by counting.
 */
export function handleCandidates(taken: string): readonly string[] {
  const numbers = Array.from({ length: 24 }, (_, index) => String(index + 2));
  const digest = createHash('sha256').update(taken).digest();
  const marks = Array.from({ length: 8 }, (_, index) =>
    String(1000 + (digest.readUInt16BE(index * 2) % 9000)),
  );
  // Room for the longest suffix; a cut may leave a separator at the end, which would double.
  const stem = taken.slice(0, HANDLE_MAX - 5).replace(/(?<![._-])[._-]+$/, '');
  return [...new Set([...numbers, ...marks])].map((suffix) => `${stem}-${suffix}`);
}
