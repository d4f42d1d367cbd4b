import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handleText, handleCandidates, toSkeleton } from '../../../schema/identity/handles.ts';

const isHandle = (input: unknown) => handleText.safeParse(input).success;
const anyHandle = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9]$/).filter(isHandle);

describe('a handle', () => {
  test('is trimmed and otherwise kept as it is', () => {
    expect(handleText.parse('  Ada.Lovelace_2 ')).toBe('Ada.Lovelace_2');
  });

  test.each(['ab', '4o', 'a-b', 'a..b', 'x'.repeat(64)])('can be %s', (input) => {
    expect(isHandle(input)).toBe(true);
  });

  test.each([
    'a',
    '',
    ' a ',
    '-ab',
    'ab.',
    'a b',
    'äb',
    'a\u0430b',
    'a@b',
    'a/b',
    'a\0b',
    'x'.repeat(65),
    7,
    null,
  ])('cannot be %j', (input) => {
    expect(isHandle(input)).toBe(false);
  });

  test.each([
    'admin',
    'System',
    'ADM1N',
    'r00t',
    'adrnin',
    'AP1',
    'nuII',
    'rnoderator',
    '0perator',
    'undefined',
  ])('cannot be %s, which is reserved or similar to a reserved handle', (input) => {
    expect(handleText.safeParse(input).error?.issues[0]?.message).toContain('reserved');
  });

  test('can contain a reserved name', () => {
    for (const input of ['admin-tools', 'the.board', 'api2']) expect(isHandle(input)).toBe(true);
  });
});

test('suggested handles are valid, and have skeletons that differ from each other and from the taken handle', () => {
  fc.assert(
    fc.property(anyHandle, (taken) => {
      const candidates = handleCandidates(taken);

      expect(candidates.length).toBeGreaterThanOrEqual(24);
      expect(candidates.every(isHandle)).toBe(true);
      expect(new Set([taken, ...candidates].map(toSkeleton)).size).toBe(candidates.length + 1);
    }),
  );
});

test('the suggestions for a handle of the maximum length are handles', () => {
  expect(handleCandidates('x'.repeat(64)).filter((candidate) => !isHandle(candidate))).toEqual([]);
});

test('a handle whose suggestions are all taken has new suggestions', () => {
  const taken = new Set(handleCandidates('wanted').map(toSkeleton));

  const free = handleCandidates('wanted').filter((candidate) => !taken.has(toSkeleton(candidate)));

  expect(free.length).toBeGreaterThanOrEqual(3);
});
