import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BoardError } from '../../../schema/contract.ts';
import { createCursors } from '../../../schema/values/cursors.ts';
import { anyText } from '../../support/generators/any-text.ts';

const cursors = createCursors('a secret');
const position = ['2026-01-31T12:00:00.000Z', 'an id'];

const refusalOf = (open: () => unknown): unknown => {
  try {
    return { opened: open() };
  } catch (error) {
    return error instanceof BoardError ? error.code : error;
  }
};

describe('a page cursor', () => {
  test('returns the position that it was created with', () => {
    const step = fc.oneof(anyText, fc.maxSafeInteger());

    fc.assert(
      fc.property(
        fc.string(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.array(step),
        (list, filters, steps) => {
          expect(cursors.open(cursors.seal(list, filters, steps), list, filters)).toEqual(steps);
        },
      ),
    );
  });

  test('does not show its position', () => {
    const cursor = cursors.seal('facts', {}, position);

    expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(/2026|an id/);
  });

  test('is the same for the same position in the same list, so that equal pages have equal entity tags', () => {
    expect(cursors.seal('facts', {}, position)).toBe(cursors.seal('facts', {}, position));
    expect(cursors.seal('facts', {}, position)).not.toBe(cursors.seal('reports', {}, position));
  });

  test('of an earlier version, which is not encrypted, is valid', () => {
    const earlier = 'SPmc8QSWL9ei5GyVkOB20lsiMjAyNi0wMS0zMVQxMjowMDowMC4wMDBaIiwiYW4gaWQiXQ';

    expect(cursors.open(earlier, 'facts', { tag: 'a' })).toEqual(position);
    expect(refusalOf(() => cursors.open(earlier, 'facts', { tag: 'b' }))).toBe('invalid_cursor');
  });

  test('has an unchanged format, so that clients can continue after an update', () => {
    const cursor = 'SrCleya1Dc7nDX-AIOPvj4VpZ2o8ICSI0F7i6Xpvzp3JhBZPDDLdcTdvCN4CrgjukKcfPQ';

    expect(cursors.seal('facts', { tag: 'a', channel: 'general' }, position)).toBe(cursor);
  });

  test('needs no escaping in a URL', () => {
    expect(cursors.seal('facts', {}, position)).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  test('is valid for the same filters in another order, and for absent instead of null filters', () => {
    const cursor = cursors.seal('facts', { tag: 'a', since: new Date(0), channel: null }, position);

    expect(cursors.open(cursor, 'facts', { since: new Date(0), tag: 'a', extra: undefined })).toEqual(
      position,
    );
  });

  test('is valid only for its list, its filters and its secret', () => {
    const cursor = cursors.seal('facts', { tag: 'a' }, position);

    expect(refusalOf(() => cursors.open(cursor, 'reports', { tag: 'a' }))).toBe('invalid_cursor');
    expect(refusalOf(() => cursors.open(cursor, 'facts', { tag: 'b' }))).toBe('invalid_cursor');
    expect(refusalOf(() => cursors.open(cursor, 'facts', {}))).toBe('invalid_cursor');
    expect(refusalOf(() => createCursors('another').open(cursor, 'facts', { tag: 'a' }))).toBe(
      'invalid_cursor',
    );
  });

  test('that was not created by the board is rejected with invalid_cursor', () => {
    const anything = fc.oneof(anyText, fc.base64String(), fc.stringMatching(/^[\w-]{0,99}$/));

    fc.assert(
      fc.property(anything, (text) => {
        expect(refusalOf(() => cursors.open(text, 'facts', {}))).toBe('invalid_cursor');
      }),
    );
  });

  test('is invalid after any character is changed, added or removed', () => {
    const cursor = cursors.seal('facts', {}, position);

    fc.assert(
      fc.property(
        fc.nat(cursor.length),
        fc.constantFrom('', 'A', '_', '=', ' ', '\0'),
        fc.nat(1),
        (index, inserted, removedCount) => {
          const altered = cursor.slice(0, index) + inserted + cursor.slice(index + removedCount);
          fc.pre(altered !== cursor);
          expect(refusalOf(() => cursors.open(altered, 'facts', {}))).toBe('invalid_cursor');
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    [undefined, ['after']],
    [['before'], ['before']],
  ])(
    'that is invalid is reported with an issue: if the caller passes the path %j, the issue has the path %j',
    (path, expected) => {
      expect(() => cursors.open('', 'facts', {}, path)).toThrow(
        expect.objectContaining({ issues: [{ path: expected, msg: expect.any(String), type: 'cursor' }] }),
      );
    },
  );
});
