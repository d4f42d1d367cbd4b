// Loaders of pages of child records that are numbered within their parent, such as the posts of a thread.
import { type Database, type DependencyKeys, join, raw, sql, type Sql } from '../../prisma/client.ts';
import { type ChildList, createPageLoader } from './page-loaders.ts';

/** The maximum of the column type: more than any sequence number. */
const MAX_SEQ = 2_147_483_647;

/** Bounds of a page: records with `afterSeq < seq < beforeSeq`. */
export interface SeqPage {
  readonly afterSeq: number;
  readonly beforeSeq: number;
  readonly size: number;
  /** Whether the records with the highest numbers are read, in descending order. */
  readonly isBackward: boolean;
}

/** Fills in missing bounds. Default: the first `size` records. */
export const createSeqPage = (bounds: Partial<SeqPage> & Pick<SeqPage, 'size'>): SeqPage => ({
  afterSeq: 0,
  beforeSeq: MAX_SEQ,
  isBackward: false,
  ...bounds,
});

/** A list of numbered records. Its conditions refer to the members of `Parent` as columns of `page`. */
export interface SeqList<Parent> extends Pick<ChildList<Parent>, 'keyTypes'> {
  /** Returns on which changes a page depends. Default: on everything. */
  readonly dependsOn?: ((parent: Parent) => DependencyKeys) | undefined;
  readonly select: Sql;
  readonly from: Sql;
  readonly where: Sql;
  /** Alternative conditions, each covered by an index: the page merges one query for each. */
  readonly ranges?: readonly Sql[];
}

const SEQ_KEYS = { afterSeq: 'int', beforeSeq: 'int', size: 'int' } as const;

/** Creates a loader of pages of a list of numbered records. */
export function createSeqPageLoader<Row, Parent extends object>(database: Database, list: SeqList<Parent>) {
  const forward = createOrderedLoader<Row, Parent>(database, list, raw('seq'));
  const backward = createOrderedLoader<Row, Parent>(database, list, raw('seq desc'));
  return { load: (page: Parent & SeqPage) => (page.isBackward ? backward : forward).load(page) };
}

function createOrderedLoader<Row, Parent extends object>(
  database: Database,
  { keyTypes, dependsOn, select, from, where, ranges = [sql`true`] }: SeqList<Parent>,
  order: Sql,
) {
  const parts = ranges.map(
    (range) => sql`
      select ${select} from ${from}
      where ${where} and ${range} and seq > page.afterSeq and seq < page.beforeSeq
      order by ${order} limit page.size`,
  );
  const [first, ...others] = parts;
  const hasOneRange = first && others.length === 0;
  return createPageLoader<Row, Parent & SeqPage>(database, {
    keyTypes: { ...keyTypes, ...SEQ_KEYS } as ChildList<Parent & SeqPage>['keyTypes'],
    query: hasOneRange
      ? first
      : sql`select * from ((${join(parts, ') union all (')})) part order by ${order} limit page.size`,
    order,
    dependsOn,
  });
}
