import { columns, type Database, type Fact, sql } from '../../prisma/client.ts';
import { batched, batchedBy } from '../batch.ts';

/** A page of a chain of facts, from its first on. */
interface ChainPage {
  readonly rootId: string;
  readonly afterSeq: number;
  readonly limit: number;
  readonly quarantined: boolean;
}

type Successor = Pick<Fact, 'id' | 'quarantinedAt'> & { readonly supersedesId: string };

export const createFactLoaders = (database: Database) => ({
  factById: batchedBy<Fact>(
    database,
    'id',
    (ids) => sql`select ${columns('Fact')} from facts where id = any(${ids}::uuid[])`,
  ),

  /** What corrects a fact, by that fact's id. */
  factSuccessor: batchedBy<Successor>(
    database,
    'supersedesId',
    (ids) => sql`
      select id, supersedes_id as "supersedesId", quarantined_at as "quarantinedAt" from facts
      where supersedes_id = any(${ids}::uuid[])`,
  ),

  factChain: createChainPages(database),
});

const createChainPages = (database: Database) =>
  batched<ChainPage, readonly Fact[]>(async (pages) => {
    const rows = await database.rows<Fact & { page: number }>(sql`
      select fact.*, page.n::int as page
      from unnest(
        ${pages.map((page) => page.rootId)}::uuid[],
        ${pages.map((page) => page.afterSeq)}::int[],
        ${pages.map((page) => page.limit)}::int[],
        ${pages.map((page) => page.quarantined)}::boolean[]
      ) with ordinality as page(root_id, after_seq, size, quarantined, n)
      cross join lateral (
        select ${columns('Fact', 'f')} from facts f
        where f.root_id = page.root_id and f.seq > page.after_seq
          and (page.quarantined or f.quarantined_at is null)
        order by f.seq limit page.size
      ) fact
      order by page.n, fact.seq`);
    const byPage: Fact[][] = pages.map(() => []);
    for (const row of rows) byPage[row.page - 1]?.push(row);
    return byPage;
  });
