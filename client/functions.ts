// Creates a function for each root field of the schema, from the generated document of the field.
import { hasAliases, removeAliases } from './aliases.ts';
import { fragments, mutations, pages, parts, queries, subscriptions } from './generated/documents.ts';
import type { Mutations, Queries, Streams } from './generated/functions.ts';
import type { CallOptions, ListOptions } from './options.ts';
import { Pages, type ReadPage } from './pages.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Executes the text of a document. */
type Execute<Result> = (text: string, variables: Variables, options: CallOptions) => Result;

type BoardFunction = (variables?: Variables, options?: ListOptions<boolean>) => unknown;

/** Adds the fragments that a document spreads, and the fragments that these spread. */
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

/** Converts arguments that request parts of a result to variables: `{ tags: { first: 5 } }` to `{ tags: true, tags_first: 5 }`. */
function toPartVariables(args: Variables): Variables {
  const variables: Record<string, unknown> = {};
  for (const [part, members] of Object.entries(args)) {
    if (members === undefined) continue;
    variables[part] = true;
    for (const [name, value] of Object.entries(members as Variables)) variables[`${part}_${name}`] = value;
  }
  return variables;
}

/** The value of a root field. */
function valueOf(data: unknown, name: string, text: string): unknown {
  const value = (data as Variables)[name];
  return hasAliases(text) ? removeAliases(value) : value;
}

export function createFunctions(execute: Execute<Promise<unknown>>): Queries & Mutations {
  const readField = async (name: string, ...call: Parameters<typeof execute>) =>
    valueOf(await execute(...call), name, call[0]);
  const functions = {
    ...mapDocuments(queries, (name, text) => (args = {}, { totalCount, ...options } = {}) => {
      const read = (fieldVariables: Variables) => readField(name, text, fieldVariables, options);
      const variables = parts[name] === undefined ? args : toPartVariables(args);
      const items = pages[name];
      if (items === undefined) return read(variables);
      return new Pages(
        read as ReadPage<object>,
        totalCount === true ? { ...variables, totalCount } : variables,
        items,
      );
    }),
    ...mapDocuments(
      mutations,
      (name, text) =>
        (input = {}, options = {}) =>
          readField(name, text, { input }, options),
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
        for await (const data of execute(text, variables, options)) yield valueOf(data, name, text);
      },
  );
  return functions as Streams;
}
