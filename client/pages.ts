// Lists that are read page by page.

/** The place of a page in its list. A caller's document may select only some of the members. */
interface PageInfo {
  readonly hasNextPage?: boolean;
  readonly endCursor?: string | null;
  readonly hasPreviousPage?: boolean;
  readonly startCursor?: string | null;
}

type Variables = Readonly<Record<string, unknown>>;

/** Reads one page; null if the list does not exist. */
export type ReadPage<Page> = (variables: Variables) => Promise<Page | null>;

/**
 * A list. `await` reads its first page; `for await` yields its items, reading one page after the other; `pages()` yields the
 * pages. The constructor sends no request. With `last`, or `before` alone, pages are read backwards. With a `wait` above 0, a feed,
 * an inbox or a history has no end: it waits for news.
 */
export class Pages<Page extends object, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #read: ReadPage<Page>;
  readonly #variables: Variables;
  readonly #items: string;
  #first: Promise<Page> | undefined;

  /** `items` is the name of the page's field that contains the items. */
  constructor(read: ReadPage<Page>, variables: Variables, items: string) {
    this.#read = read;
    this.#variables = variables;
    this.#items = items;
  }

  then<Value = Page, Reason = never>(
    onValue?: ((page: Page) => Value | PromiseLike<Value>) | null,
    onError?: ((error: unknown) => Reason | PromiseLike<Reason>) | null,
  ): Promise<Value | Reason> {
    this.#first ??= this.#read(this.#variables).then((page) => page as Page);
    return this.#first.then(onValue, onError);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) {
      yield* (page as Readonly<Record<string, readonly Item[]>>)[this.#items] ?? [];
    }
  }

  /** The pages, from the first on. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let variables: Variables | null = this.#variables; variables !== null;) {
      const page: Page | null = await this.#read(variables);
      if (page === null) return;
      yield page;
      variables = nextVariables(page, variables);
    }
  }
}

/** The variables with which the next page is read; null if `page` is the last one. */
function nextVariables(page: object, variables: Variables): Variables | null {
  const { hasNextPage, hasPreviousPage, startCursor = null } = pageInfoOf(page);
  // Backwards and with `after`, `hasPreviousPage` is true on every page. Reading ends at a page without records: it has no cursor.
  if (isBackward(variables))
    return hasPreviousPage && startCursor !== null ? { ...variables, before: startCursor } : null;
  const isEndless = typeof variables['wait'] === 'number' && variables['wait'] > 0;
  const after = endCursorOf(page);
  return after !== null && (hasNextPage || isEndless) ? { ...variables, after } : null;
}

/** Whether the board reads the list backwards with these arguments. */
const isBackward = ({ first, after, last, before }: Variables): boolean =>
  typeof last === 'number' || (isGiven(before) && !isGiven(first) && !isGiven(after));

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

const pageInfoOf = (page: object): PageInfo => (page as { readonly pageInfo?: PageInfo }).pageInfo ?? {};

/** The cursor after which the next page begins; null if the page has no cursor, or its document does not select it. */
export const endCursorOf = (page: object): string | null => pageInfoOf(page).endCursor ?? null;
