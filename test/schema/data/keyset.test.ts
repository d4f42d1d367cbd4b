import { describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { whereAfter } from '../../../schema/data/keyset.ts';
import { openTestDatabase } from '../../support/database/database.ts';

describe('the condition for the rows after a position', () => {
  test('compares the first field, and where it is equal the next field', () => {
    expect(whereAfter({ a: 1, b: 2, c: 3 }, 'asc')).toEqual({
      a: { gte: 1 },
      OR: [{ a: { gt: 1 } }, { a: 1, b: { gt: 2 } }, { a: 1, b: 2, c: { gt: 3 } }],
    });
  });

  test.each(['asc', 'desc'] as const)(
    'visits every row once where times are equal (%s)',
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
