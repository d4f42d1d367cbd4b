// The functions of the root fields, made from their documents.
import { fragments, mutations, pages, queries, subscriptions } from './generated/documents.ts';
import type { Mutations, Queries, Streams } from './generated/functions.ts';
import { withIdempotencyKey } from './idempotency.ts';
import type { CallOptions } from './options.ts';
import { Pages, type ReadPage } from './pages.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Executes the text of a document. */
type Execute<Result> = (text: string, variables: Variables, options: CallOptions) => Result;

type BoardFunction = (variables?: Variables, options?: CallOptions) => unknown;

/** Adds the fragments that a document spreads. */
export function addFragments(text: string): string {
  const texts = new Map<string, string>([['', text]]);
  // A Map can be extended while it is iterated over.
  for (const each of texts.values())
    for (const [, name = ''] of each.matchAll(/\.\.\.([A-Z]\w*)/g)) texts.set(name, fragments[name] ?? '');
  return [...texts.values()].join(' ');
}

/** The documents of all functions, for operators who register them (`agent-board documents add`). */
export const documents: readonly string[] = [queries, mutations, subscriptions].flatMap((texts) =>
  Object.values(texts).map(addFragments),
);

const mapDocuments = (
  documents: Readonly<Record<string, string>>,
  create: (name: string, text: string) => BoardFunction,
): object =>
  Object.fromEntries(
    Object.entries(documents).map(([name, text]) => [name, create(name, addFragments(text))]),
  );

export function createFunctions(execute: Execute<Promise<unknown>>): Queries & Mutations {
  const readField = async (name: string, ...call: Parameters<typeof execute>) =>
    ((await execute(...call)) as Variables)[name];
  const functions = {
    ...mapDocuments(queries, (name, text) => (variables = {}, options = {}) => {
      const read = (page: Variables) => readField(name, text, page, options);
      const items = pages[name];
      return items === undefined ? read(variables) : new Pages(read as ReadPage<object>, variables, items);
    }),
    ...mapDocuments(
      mutations,
      (name, text) =>
        (input = {}, options = {}) =>
          readField(name, text, withIdempotencyKey({ input }), options),
    ),
  };
  // The documents and the types are generated from the same schema.
  return functions as Queries & Mutations;
}

export function createStreams(execute: Execute<AsyncIterable<unknown>>): Streams {
  const functions = mapDocuments(
    subscriptions,
    (name, text) =>
      async function* (variables = {}, options = {}) {
        for await (const data of execute(text, variables, options)) yield (data as Variables)[name];
      },
  );
  return functions as Streams;
}
