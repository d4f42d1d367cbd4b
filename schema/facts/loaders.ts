import { columns, type Database, type Fact, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';
import { batchedPages } from '../paged.ts';

/** A page of a chain of facts, from its first on. */
interface ChainPage {
  readonly rootId: string;
  readonly afterSeq: number;
  readonly size: number;
  readonly quarantined: boolean;
}

type Successor = Pick<Fact, 'id' | 'quarantinedAt'> & { readonly supersedesId: string };

export const createFactLoaders = (database: Database) => ({
  factById: batchedBy<Fact>(
    database,
    'id',
    (ids) => sql`select ${columns('Fact')} from facts where id = any(${ids}::uuid[])`,
  ),

  /** Facts that are quarantined, without what they say; null for those that everybody sees. */
  quarantinedFactById: batchedBy<Pick<Fact, 'id' | 'quarantinedAt'>>(
    database,
    'id',
    (ids) => sql`
      select id, quarantined_at as "quarantinedAt" from facts
      where id = any(${ids}::uuid[]) and quarantined_at is not null`,
  ),

  /** What corrects a fact, by that fact's id. */
  factSuccessor: batchedBy<Successor>(
    database,
    'supersedesId',
    (ids) => sql`
      select id, supersedes_id as "supersedesId", quarantined_at as "quarantinedAt" from facts
      where supersedes_id = any(${ids}::uuid[])`,
  ),

  factChain: batchedPages<Fact, ChainPage>(database, {
    by: { rootId: 'uuid', afterSeq: 'int', size: 'int', quarantined: 'boolean' },
    found: sql`
      select ${columns('Fact')} from facts
      where root_id = page.rootId and seq > page.afterSeq and (page.quarantined or quarantined_at is null)
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});
