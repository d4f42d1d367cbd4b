import { type Database, type Fact, type Reading, selectList, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';
import { batchedPages } from '../paged.ts';
import type { HideableRow } from '../visibility.ts';

/** A page of a chain of facts, from its first on. */
interface ChainPage {
  readonly rootId: string;
  readonly afterSeq: number;
  readonly size: number;
  readonly quarantined: boolean;
}

type Successor = Pick<Fact, 'id' | 'quarantinedAt'> & { readonly supersedesId: string };

interface HiddenEvidence extends HideableRow {
  readonly id: string;
}

const selectHiddenEvidence = (ids: readonly string[]) => sql`
  select id, hidden_at as "hiddenAt", created_by as "createdBy" from posts
  where id = any(${ids}::uuid[]) and hidden_at is not null
  union all
  select id, hidden_at, created_by from inquiries where id = any(${ids}::uuid[]) and hidden_at is not null`;

export const createFactLoaders = (database: Database, reading: Reading) => ({
  factById: batchedBy<Fact>(
    database,
    'id',
    (ids) => sql`select ${selectList('Fact')[reading]} from facts where id = any(${ids}::uuid[])`,
  ),

  /** Facts that are quarantined, without what they say; null for those that everybody sees. */
  quarantinedFactById: batchedBy<Pick<Fact, 'id' | 'quarantinedAt'>>(
    database,
    'id',
    (ids) => sql`
      select id, quarantined_at as "quarantinedAt" from facts
      where id = any(${ids}::uuid[]) and quarantined_at is not null`,
  ),

  /** Posts and inquiries that are hidden, without their text; null for those that everybody sees. */
  hiddenEvidenceById: batchedBy<HiddenEvidence>(database, 'id', selectHiddenEvidence),

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
      select ${selectList('Fact')[reading]} from facts
      where root_id = page.rootId and seq > page.afterSeq and (page.quarantined or quarantined_at is null)
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});
