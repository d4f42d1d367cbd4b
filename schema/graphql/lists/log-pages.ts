// Pages of logs: connections that are read forward only, and whose end cursor stays valid for records that follow later.
import type { JsonSchema } from '../../contract.ts';
import { builder } from '../builder.ts';
import { Edge } from './connections.ts';

interface LogEdge<Node> {
  readonly node: Node;
  readonly cursor: string;
}

/** A page of a log, as its connection shows it. */
export interface LogPage<Node> {
  /** Loads the items. A cursor is created when it is selected. */
  readonly edges: () => Promise<readonly LogEdge<Node>[]>;
  /** Whether more items are available now. */
  readonly hasMore: boolean;
  /** Whether the page follows a cursor. */
  readonly isContinued: boolean;
  /** Cursor of the next page, whether or not it has items yet. Null if the log is empty. */
  readonly endCursor: string | null;
}

/**
 * Creates the edges of a page. The last edge has the cursor of the page, which resumes after rows that were read and are not on the
 * page, such as hidden records.
 */
export const createLogEdges = <Item, Node extends object>(
  items: readonly Item[],
  {
    nodeOf,
    cursorOf,
    endCursor,
  }: {
    readonly nodeOf: (item: Item) => Node;
    readonly cursorOf: (item: Item) => string;
    readonly endCursor: string | null;
  },
): readonly LogEdge<Node>[] =>
  items.map((item, index) => {
    const end = index === items.length - 1 ? endCursor : null;
    return new Edge(nodeOf(item), () => end ?? cursorOf(item));
  });

type EdgeBuilder = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  { cursor: string; node: unknown }
>;

/** The field `cursor` of edges of a log, which has no `before`. */
export const edgeFields = (t: EdgeBuilder) => ({
  cursor: t.exposeString('cursor', { description: 'Cursor of the item, for `after`.' }),
});

export const edgesField = {
  description: 'The items of this page with their cursors.',
  resolve: async <Node>(page: LogPage<Node>) => [...(await page.edges())],
};

export const nodesField = {
  resolve: async <Node>(page: LogPage<Node>) => (await page.edges()).map(({ node }) => node),
};

export const PageInfo = builder.pageInfoRef();

/** Schemas of members of `pageInfo` for interfaces other than GraphQL, where they are members of the page. */
interface WireSchemas {
  readonly endCursor: JsonSchema;
  readonly hasNextPage: JsonSchema;
}

/** The field `pageInfo` of a page of a log. */
export const logPageInfoField = (wireSchemas: WireSchemas) => ({
  description:
    'Information to read the next page. `endCursor` is valid at any later time, even if there is nothing more yet.',
  extensions: { wireSchemas },
  resolve: (page: LogPage<unknown>) => new LogPageInfo(page) as PageInfoShape,
});

/** The schemas of `pageInfo` of a log whose end cursor is opaque and never null. */
export const cursorSchemas = (noun: string): WireSchemas => ({
  endCursor: {
    type: 'string',
    description: 'Cursor of the next page. Valid at any later time, even if there is nothing more yet.',
  },
  hasNextPage: { type: 'boolean', description: `Whether more ${noun} are available now.` },
});

type PageInfoShape = typeof PageInfo.$inferType;

/** `startCursor` is the cursor of the first item, which is loaded only if `startCursor` is selected. */
class LogPageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly endCursor: string | null;
  readonly #page: LogPage<unknown>;

  constructor(page: LogPage<unknown>) {
    this.hasNextPage = page.hasMore;
    this.hasPreviousPage = page.isContinued;
    this.endCursor = page.endCursor;
    this.#page = page;
  }

  /** A promise, which GraphQL resolves, although the type of the plugin has only values. */
  get startCursor(): never {
    return this.#page.edges().then(([first]) => first?.cursor ?? null) as never;
  }
}
