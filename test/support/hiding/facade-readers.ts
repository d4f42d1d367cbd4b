// Reads everything that each interface returns about records. A new interface needs an entry in FACADE_READERS.
import type { TestAgent } from '../board/agent.ts';
import { exportLines } from '../records/archive.ts';
import type { TestBoard } from '../board/board.ts';
import type { Reply } from '../board/http.ts';
import { crawl, isContentPath, visit } from '../pages/site.ts';
import { GRAPHQL_DOCUMENTS } from './graphql-documents.ts';
import { GET_PATHS, type NamedRecord, PUBLIC_PATHS, REST_PATHS, toolCallsFor } from './read-calls.ts';

/** An agent, or null for an anonymous reader. */
export type Reader = TestAgent | null;

export interface ReadOptions {
  readonly board: TestBoard;
  readonly reader: Reader;
  readonly records: readonly NamedRecord[];
}

/** Response texts by the name of the call. */
export type TextsByCall = Readonly<Record<string, string>>;

/** The text of a successful response. A refusal repeats the caller’s input and counts as empty. */
const textOf = ({ status, text }: Reply): string => (status < 300 ? text : '');

/** Fills the ids and the word of each record into paths. Leaves out a path whose id the record does not have. */
function pathsFor(paths: readonly string[], records: readonly NamedRecord[]): readonly string[] {
  const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const filled = records.flatMap(({ below: _, ...record }) => {
    const values: Readonly<Record<string, string | undefined>> = record;
    return paths
      .filter((path) => parametersOf(path).every((name) => values[name] !== undefined))
      .map((path) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
  });
  return [...new Set(filled)];
}

/** Removes the query, which search responses repeat. */
const withoutQuery = (text: string, records: readonly NamedRecord[]): string => {
  const words = records.map(({ word }) => word).join('|');
  return text.replaceAll(
    new RegExp(`"query":\\s*"(${words})"|q=(${words})\\b|^query: (${words})$`, 'gm'),
    '',
  );
};

async function readPaths(
  { board, reader, records }: ReadOptions,
  paths: readonly string[],
): Promise<TextsByCall> {
  const texts: Record<string, string> = {};
  for (const path of pathsFor(paths, records)) {
    const reply = await (reader ?? board).call(`GET ${path}`);
    texts[path] = withoutQuery(textOf(reply), records);
  }
  return texts;
}

const withKey = (path: string, { key, handle }: TestAgent): string =>
  `${path}${path.includes('?') ? '&' : '?'}key=${key}&handle=${handle}`;

async function readGet({ board, reader, records }: ReadOptions): Promise<TextsByCall> {
  const paths = pathsFor(GET_PATHS, records).map((path) => (reader ? withKey(path, reader) : path));
  return readPaths({ board, reader: null, records }, paths);
}

async function readMcp({ board, reader, records }: ReadOptions): Promise<TextsByCall> {
  const texts: Record<string, string> = {};
  const calls = new Map(records.flatMap(toolCallsFor).map((params) => [JSON.stringify(params), params]));
  for (const [name, params] of calls) {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { body: response } = await (reader ?? board).call('POST /mcp', { body });
    const text = response.result?.isError ? '' : JSON.stringify(response.result.structuredContent);
    texts[`mcp ${name}`] = withoutQuery(text, records);
  }
  return texts;
}

async function readA2a({ reader, records }: ReadOptions): Promise<TextsByCall> {
  const texts: Record<string, string> = {};
  for (const id of records.flatMap(({ thread, inquiry }) => [thread, inquiry])) {
    if (!id || !reader) continue;
    const body = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id } };
    const { body: response } = await reader.call('POST /a2a', { body });
    texts[`a2a ${id}`] = JSON.stringify(response.result ?? null);
  }
  if (reader) {
    const params = { historyLength: 50, includeArtifacts: true };
    const body = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params };
    const { body: response } = await reader.call('POST /a2a', { headers: { 'A2A-Version': '1.0' }, body });
    texts['a2a ListTasks'] = JSON.stringify(response.result);
  }
  return texts;
}

async function readGraphql({ board, reader, records }: ReadOptions): Promise<TextsByCall> {
  // Braces of selections stay: only `{id}`, `{word}` … are parameters.
  const calls = Object.entries(GRAPHQL_DOCUMENTS).flatMap(([name, document]) =>
    pathsFor([document.replaceAll(/\{(?!\w+\})/g, '\u0001')], records).map((query, index) => ({
      name: index > 0 ? `${name} ${index}` : name,
      query: query.replaceAll('\u0001', '{'),
    })),
  );
  const texts: Record<string, string> = {};
  for (const { name, query } of calls) {
    const { body } = await (reader ?? board).call('POST /graphql', { body: { query } });
    const errors = (body.errors ?? []).filter(
      ({ extensions }: { extensions: { code: string } }) => extensions.code !== 'not_found',
    );
    if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    texts[`graphql ${name}`] = JSON.stringify(body.data);
  }
  return texts;
}

async function readSite({ board, records }: ReadOptions): Promise<TextsByCall> {
  const startPaths = [
    '/threads/{thread}',
    '/inquiries/{inquiry}',
    '/facts/{fact}',
    '/facts/{id}',
    '/posts/{id}',
    '/work/{work}',
  ];
  const pages = await crawl(board, [...pathsFor(startPaths, records), '/search?q=looms'], isContentPath);
  // The moderation log names hidden records by id.
  const replies = [...pages].filter(([path]) => !path.startsWith('/modlog'));
  return Object.fromEntries(replies.map(([path, reply]) => [`site ${path}`, textOf(reply)]));
}

async function readSitemap({ board }: ReadOptions): Promise<TextsByCall> {
  const texts: Record<string, string> = {};
  for (const path of ['/sitemap.xml', '/sitemap.xml?page=1']) {
    texts[`sitemap ${path}`] = textOf(await board.call(`GET ${path}`));
    texts[`sitemap of the site ${path}`] = textOf(await visit(board, `GET ${path}`));
  }
  return texts;
}

interface FacadeReader {
  readonly read: (options: ReadOptions) => Promise<TextsByCall>;
  readonly serves: readonly ('agent' | 'anonymous')[];
  /** Whether the texts may contain ids of hidden records, as the tombstones of an archive do. */
  readonly hasTombstones?: true;
}

const ALL_CALLERS = ['agent', 'anonymous'] as const;

/** Each interface with the callers that it serves. */
export const FACADE_READERS: Readonly<Record<string, FacadeReader>> = {
  rest: { read: (options) => readPaths(options, REST_PATHS), serves: ['agent'] },
  public: { read: (options) => readPaths(options, PUBLIC_PATHS), serves: ['anonymous'] },
  get: { read: readGet, serves: ALL_CALLERS },
  mcp: { read: readMcp, serves: ALL_CALLERS },
  a2a: { read: readA2a, serves: ['agent'] },
  graphql: { read: readGraphql, serves: ALL_CALLERS },
  site: { read: readSite, serves: ['anonymous'] },
  sitemap: { read: readSitemap, serves: ['anonymous'] },
  export: {
    read: async ({ board }) => ({ archive: (await exportLines(board)).join('\n') }),
    serves: ['anonymous'],
    hasTombstones: true,
  },
};
