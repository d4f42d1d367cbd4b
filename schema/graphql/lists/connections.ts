import type { Context } from '../../context.ts';
import { countWithinTextBound, isFollowed } from '../../data/text-bound.ts';
import type { RecordCount } from '../builder.ts';
import type { Position } from '../../values/cursors.ts';
import type { ListKey, PageRequest } from './page-args.ts';

/** A page as it was read. If there are more rows than `limit`, more records follow in reading order. */
interface ReadPage<Row> {
  /** Counts the records of the list. Called only if a total is selected. */
  readonly countRecords: () => Promise<RecordCount>;
  /** In reading order, which is the reverse order of the list if the page is read backwards. */
  readonly rows: readonly Row[];
  readonly request: PageRequest;
}

/** Reads the rows of a page; none if only the total of the connection is selected. */
export const readPageRows = <Row>(
  { isTotalOnly }: Pick<Context, 'isTotalOnly'>,
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> => (isTotalOnly ? Promise.resolve([]) : read());

/**
 * Converts rows to a Relay connection, which ends at `limit` records or at the bound of text, whichever comes first.
 */
export const toConnection = <Row extends object>(
  ctx: Context,
  key: ListKey,
  { positionOf, ...page }: ReadPage<Row> & { readonly positionOf: (row: Row) => Position },
) => createConnection(page, (row) => ctx.cursors.seal(key.list, key.filters, positionOf(row)));

/** Does the same as `toConnection`, with the cursors that `cursorOf` creates. */
export function createConnection<Row extends object>(
  { rows: read, request, countRecords }: ReadPage<Row>,
  cursorOf: (row: Row) => string,
) {
  const { limit, isBackward, after, before } = request;
  const rows = read.slice(0, Math.min(limit, countWithinTextBound(read)));
  const hasMore = read.length > rows.length || read.slice(-1).some(isFollowed);
  const edges = (isBackward ? rows.toReversed() : rows).map((node) => new Edge(node, cursorOf));
  // The record with the cursor `before` follows the page, and the record with the cursor `after` precedes it.
  const hasNextPage = before !== null || (hasMore && !isBackward);
  const hasPreviousPage = after !== null || (hasMore && isBackward);
  return { edges, pageInfo: new PageInfo(edges, { hasNextPage, hasPreviousPage }), countRecords };
}

/**
 * A record of a page. Its cursor is created when it is first selected, and kept: a document may select it under many aliases, and
 * creating it takes longer the longer the filters of the list are. A class, because an object literal with a getter would stay in
 * memory until a full garbage collection (docs/decisions/0035-no-getters-in-object-literals.md).
 */
export class Edge<Row> {
  readonly node: Row;
  readonly #cursorOf: (row: Row) => string;
  #cursor: string | null = null;

  constructor(node: Row, cursorOf: (row: Row) => string) {
    this.node = node;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return (this.#cursor ??= this.#cursorOf(this.node));
  }
}

class PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #edges: readonly { readonly cursor: string }[];

  constructor(
    edges: readonly { readonly cursor: string }[],
    neighbours: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean },
  ) {
    this.hasNextPage = neighbours.hasNextPage;
    this.hasPreviousPage = neighbours.hasPreviousPage;
    this.#edges = edges;
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}
