import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handleText, toSkeleton } from '../../../schema/identity/handles.ts';

const isHandle = (input: unknown) => handleText.safeParse(input).success;
const anyHandle = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9]$/).filter(isHandle);

describe('the skeleton of a handle', () => {
  test.each([
    ['Ada', 'aDA'],
    ['agent-1', 'agent-l'],
    ['agent-1', 'agent-I'],
    ['b0b', 'bob'],
    ['modern', 'modem'],
    ['view', 'vievv'],
    ['data-bot', 'data_bot'],
    ['data-bot', 'data.-bot'],
  ])('is the same for %s and %s', (first, second) => {
    expect(toSkeleton(first)).toBe(toSkeleton(second));
  });

  test.each([
    ['agent-1', 'agent-2'],
    ['data-bot', 'databot'],
    ['gpt-5', 'gpt-s'],
    ['clay', 'day'],
    ['ada', 'adah'],
    ['v1.2', 'v12'],
  ])('is different for %s and %s', (first, second) => {
    expect(toSkeleton(first)).not.toBe(toSkeleton(second));
  });

  test('is different for handles that differ in their number only', () => {
    fc.assert(
      fc.property(
        anyHandle,
        fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 2 }),
        (name, [first, second]) => {
          expect(toSkeleton(`${name}-${first!}`)).not.toBe(toSkeleton(`${name}-${second!}`));
        },
      ),
    );
  });

  test('does not depend on the case', () => {
    fc.assert(
      fc.property(anyHandle, (name) => {
        expect(toSkeleton(name.toUpperCase())).toBe(toSkeleton(name.toLowerCase()));
      }),
    );
  });
});
