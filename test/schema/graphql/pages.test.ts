import { describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { Edge } from '../../../schema/graphql/lists/connections.ts';
import { MAX_RANGES, toIndexRanges } from '../../../schema/graphql/lists/list-conditions.ts';
import type { Context } from '../../../schema/context.ts';
import { readPageArgs, readPageSize } from '../../../schema/graphql/lists/page-args.ts';

test.each([
  [{ after: 'a' }, false],
  [{ before: 'b' }, true],
  [{ after: 'a', before: 'b' }, false],
  [{ last: 50, after: 'a', before: 'b' }, true],
  [{ first: 50, before: 'b' }, false],
])('a page with the arguments %j has 50 records and is read backwards: %s', (args, isBackward) => {
  expect(readPageSize(args)).toEqual({ limit: 50, isBackward });
});

describe('a list with several values of two filters', () => {
  const rangesOf = (channels: number, types: number) =>
    toIndexRanges({
      conditions: { channel: Array(channels).fill(sql`a`), type: Array(types).fill(sql`b`) },
      indexes: [['channel', 'type']],
    });

  test('is read in a range for each combination, up to the maximum number', () => {
    expect(rangesOf(8, 5)).toHaveLength(MAX_RANGES);
  });

  test('is refused with more combinations than the maximum number', () => {
    expect(() => rangesOf(7, 6)).toThrow('The arguments fail validation');
  });
});

test('the cursor of an edge is created once, when it is first read, however many aliases name it', () => {
  const created: string[] = [];
  const edge = new Edge('a', (row) => {
    created.push(row);
    return `cursor of ${row}`;
  });
  expect(created).toEqual([]);

  expect([edge.cursor, edge.cursor]).toEqual(['cursor of a', 'cursor of a']);
  expect(created).toEqual(['a']);
});

test.each([
  ['post-replies', 400, true],
  ['post-replies', 401, false],
  ['targets', 8192, true],
  ['search', 8192, true],
  ['feed', 8192, true],
  ['inbox', 8192, true],
])('a cursor of the list %s with %d characters is decrypted: %s', (list, length, isDecrypted) => {
  const opened: string[] = [];
  const cursors = {
    open: (cursor: string) => {
      opened.push(cursor);
      return [1];
    },
  };
  const after = 'a'.repeat(length);
  const read = () => readPageArgs({ cursors } as unknown as Context, { list, filters: {} }, { after });

  if (isDecrypted) expect(read().after).toEqual([1]);
  else
    expect(read).toThrow(
      expect.objectContaining({
        code: 'invalid_cursor',
        issues: [expect.objectContaining({ path: ['after'] })],
      }),
    );
  expect(opened).toEqual(isDecrypted ? [after] : []);
});
