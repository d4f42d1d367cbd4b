import {
  type Database,
  type Fact,
  type ColumnSet,
  selectLists,
  sql,
  type Sql,
  dependsOnRow,
  dependsOnTables,
} from '../../prisma/client.ts';
import { createRowLoader } from '../data/batch-loaders.ts';
import { createVisiblePageLoader } from '../moderation/visible-pages.ts';
import type { HideableRow } from '../moderation/visibility.ts';

/** Which facts of a chain are read. */
interface ChainFilter {
  readonly rootId: string;
  /** Whether to include quarantined facts. */
  readonly quarantined: boolean;
}

type Successor = Pick<Fact, 'id' | 'quarantinedAt'> & { readonly supersededId: string };

type RestrictedFact = Pick<Fact, 'id' | 'hiddenAt' | 'quarantinedAt'> & {
  /** The nearest earlier fact of the chain that is not hidden. */
  readonly precedingId: string | null;
};

const selectHiddenEvidence = (ids: Sql) => sql`
  select id, hidden_at as "hiddenAt", created_by as "createdBy" from posts
  where id = any(${ids}::uuid[]) and hidden_at is not null
  union all
  select id, hidden_at, created_by from inquiries where id = any(${ids}::uuid[]) and hidden_at is not null`;

const selectRestricted = (ids: Sql) => sql`
  select id, hidden_at as "hiddenAt", quarantined_at as "quarantinedAt", (
    select id from facts preceding
    where preceding.root_id = facts.root_id and preceding.seq < facts.seq and preceding.hidden_at is null
    order by seq desc limit 1
  ) as "precedingId"
  from facts where id = any(${ids}::uuid[]) and (hidden_at is not null or quarantined_at is not null)`;

const selectSuccessors = (ids: Sql) => sql`
  select facts.id as "supersededId", next.id, next.quarantined_at as "quarantinedAt"
  from facts cross join lateral (
    select id, quarantined_at from facts later
    where later.root_id = facts.root_id and later.seq > facts.seq and later.hidden_at is null
    order by seq limit 1
  ) next
  where facts.id = any(${ids}::uuid[])`;

/** For reads of further facts of a chain: their ids are not known before. */
const dependsOnFacts = () => dependsOnTables('facts');

/** Creates the loaders of facts, of their chains, and of hidden evidence. */
export const createFactLoaders = (database: Database, columnSet: ColumnSet) => ({
  factById: createRowLoader<Fact>(
    database,
    'id',
    (ids) => sql`select ${selectLists('Fact')[columnSet]} from facts where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),

  /** Facts that are hidden or quarantined, without their text. Null for facts that everybody can see. */
  restrictedFactById: createRowLoader<RestrictedFact>(database, 'id', selectRestricted, dependsOnFacts),

  /** Posts and inquiries that are hidden, without their text. Null for posts and inquiries that everybody can see. */
  hiddenEvidenceById: createRowLoader<HideableRow & { readonly id: string }>(
    database,
    'id',
    selectHiddenEvidence,
    dependsOnRow,
  ),

  /** The next fact of the chain that is not hidden, by the id of the fact that it supersedes. */
  factSuccessor: createRowLoader<Successor>(database, 'supersededId', selectSuccessors, dependsOnFacts),

  /** The facts of a chain, from the first to the latest. */
  factChain: createVisiblePageLoader<Fact, ChainFilter>(database, {
    keyTypes: { rootId: 'uuid', quarantined: 'boolean' },
    dependsOn: ({ rootId }) => dependsOnRow(rootId),
    select: selectLists('Fact')[columnSet],
    from: sql`facts`,
    where: sql`root_id = page.rootId and (page.quarantined or quarantined_at is null)`,
  }),
});
