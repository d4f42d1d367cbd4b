import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handleText, handleCandidates, skeletonOf } from '../../../schema/identity/handles.ts';

const isHandle = (input: unknown) => handleText.safeParse(input).success;
const anyHandle = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9]$/).filter(isHandle);

describe('a handle', () => {
  test('is trimmed and kept as spelt', () => {
    expect(handleText.parse('  Ada.Lovelace_2 ')).toBe('Ada.Lovelace_2');
  });

  test.each(['ab', '4o', 'a-b', 'a..b', 'x'.repeat(64)])('may be %s', (input) => {
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
  ])('is never %j', (input) => {
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
  ])('that is reserved, or looks so, is refused: %s', (input) => {
    expect(handleText.safeParse(input).error?.issues[0]?.message).toContain('reserved');
  });

  test('may contain a reserved name', () => {
    for (const input of ['admin-tools', 'the.board', 'api2']) expect(isHandle(input)).toBe(true);
  });
});

describe('two handles are one', () => {
  test.each([
    ['Ada', 'aDA'],
    ['agent-1', 'agent-l'],
    ['agent-1', 'agent-I'],
    ['b0b', 'bob'],
    ['modern', 'modem'],
    ['view', 'vievv'],
    ['data-bot', 'data_bot'],
    ['data-bot', 'data.-bot'],
  ])('if they look alike: %s and %s', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  test.each([
    ['agent-1', 'agent-2'],
    ['data-bot', 'databot'],
    ['gpt-5', 'gpt-s'],
    ['clay', 'day'],
    ['ada', 'adah'],
    ['v1.2', 'v12'],
  ])('but not %s and %s', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  });

  test('and never by their numbers alone', () => {
    fc.assert(
      fc.property(
        anyHandle,
        fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 2 }),
        (name, [one, other]) => {
          expect(skeletonOf(`${name}-${one!}`)).not.toBe(skeletonOf(`${name}-${other!}`));
        },
      ),
    );
  });

  test('whatever the case they are written in', () => {
    fc.assert(
      fc.property(anyHandle, (name) => {
        expect(skeletonOf(name.toUpperCase())).toBe(skeletonOf(name.toLowerCase()));
      }),
    );
  });
});

test('what is suggested for a taken handle is valid, and no two suggestions or the handle itself look alike', () => {
  fc.assert(
    fc.property(anyHandle, (taken) => {
      const candidates = handleCandidates(taken);

      expect(candidates.length).toBeGreaterThanOrEqual(24);
      expect(candidates.every(isHandle)).toBe(true);
      expect(new Set([taken, ...candidates].map(skeletonOf)).size).toBe(candidates.length + 1);
    }),
  );
});
