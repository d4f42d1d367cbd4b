import { describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import {
  orderIn,
  readingDirection,
  readingOrder,
  reverseOf,
  whereAfter,
  whereBetween,
} from '../../../schema/data/keyset.ts';
import { openTestDatabase } from '../../support/database/database.ts';

describe('a page', () => {
  const page = { isBackward: false, after: null, before: null };
  const newestFirst = {
    columns: { created_at: 'timestamptz', id: 'uuid' },
    direction: 'desc',
  } as const;
  const oldestFirst = { ...newestFirst, direction: 'asc' } as const;

  test('has the rows between its bounds, in the order of the list', () => {
    const bounds = { ...page, after: ['a', 'b'], before: ['c', 'd'] };
    const [newest, oldest] = [whereBetween(bounds, newestFirst), whereBetween(bounds, oldestFirst)];

    expect([newest.text, newest.values]).toEqual([
      '(created_at, id) < ($1::timestamptz,$2::uuid) and (created_at, id) > ($3::timestamptz,$4::uuid) and true',
      ['a', 'b', 'c', 'd'],
    ]);
    expect(oldest.text).toBe(
      '(created_at, id) > ($1::timestamptz,$2::uuid) and (created_at, id) < ($3::timestamptz,$4::uuid) and true',
    );
  });

  test('without bounds has all rows; a bound without values is compared as null', () => {
    expect(whereBetween(page, newestFirst).text).toBe('true');
    expect(whereBetween({ ...page, after: [] }, newestFirst).values).toEqual([null, null]);
  });

  test('is read in the order of the list, or backward from its end', () => {
    expect(readingOrder(page, newestFirst).text).toBe('created_at desc, id desc');
    expect(readingOrder({ isBackward: true }, newestFirst).text).toBe('created_at asc, id asc');
    expect(readingDirection({ isBackward: true }, 'asc')).toBe('desc');
    expect([reverseOf('asc'), reverseOf('desc')]).toEqual(['desc', 'asc']);
    expect(orderIn(['a'], 'asc').text).toBe('a asc');
  });
});

describe('the condition for the rows after a position', () => {
  test('compares the first field, and where it is equal the next field', () => {
    expect(whereAfter({ a: 1, b: 2, c: 3 }, 'asc')).toEqual({
      a: { gte: 1 },
      OR: [{ a: { gt: 1 } }, { a: 1, b: { gt: 2 } }, { a: 1, b: 2, c: { gt: 3 } }],
    });
  });

  test.each(['asc', 'desc'] as const)(
    'selects every row once, page by page, where times are equal (%s)',
    async (direction) => {
      await using database = await openTestDatabase();
      await database.rows(sql`
      insert into channels (id, slug, title, description, created_at)
      select gen_random_uuid(), 'channel-' || n, 'A title', '', '2026-01-01'::timestamptz + n / 4 * interval '1 ms'
      from generate_series(1, 20) n`);
      const orderBy = [{ createdAt: direction }, { id: direction }];
      const { channel } = await database.prisma();

      const visited = [];
      for (let page = await channel.findMany({ orderBy, take: 3 }); page.length > 0;) {
        visited.push(...page);
        const { createdAt, id } = page.at(-1) ?? {};
        page = await channel.findMany({ where: whereAfter({ createdAt, id }, direction), orderBy, take: 3 });
      }

      expect(visited).toEqual(await channel.findMany({ orderBy }));
    },
  );
});
