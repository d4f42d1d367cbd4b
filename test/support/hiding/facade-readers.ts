// Every interface that shows records: what it tells somebody, as texts by the name of the call. A new one is a row.
import type { TestAgent } from '../board/agent.ts';
import { exportLines } from '../records/archive.ts';
import type { TestBoard } from '../board/board.ts';
import type { Reply } from '../board/http.ts';
import { crawl, visit } from '../pages/site.ts';
import { GRAPHQL_DOCUMENTS } from './graphql-documents.ts';
import type { HideableRecord } from './record-kinds.ts';

/** Who reads: an agent, or null for whoever has no key. */
export type Reader = TestAgent | null;

export interface ReadOptions {
  readonly board: TestBoard;
  readonly reader: Reader;
  readonly record: HideableRecord;
  readonly word: string;
}

/** What was told: each text by the call that gave it. */
export type TextsByCall = Readonly<Record<string, string>>;

/** What a refused call tells is what the caller has sent. */
const textOf = ({ status, text }: Reply): string => (status < 300 ? text : '');

/** Fills ids into paths; a path whose record the scene has not is left out. */
const pathsFor = (paths: readonly string[], scene: HideableRecord, word: string): readonly string[] => {
  const { below: _, ...ids } = scene;
  const names: Readonly<Record<string, string | undefined>> = { ...ids, word };
  const holes = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return paths
    .filter((path) => holes(path).every((name) => names[name] !== undefined))
    .map((path) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? ''));
};

/** A search repeats the question. */
const withoutQuestion = (text: string, word: string): string =>
  text.replaceAll(new RegExp(`"query":\\s*"${word}"|q=${word}|^query: ${word}$`, 'gm'), '');

async function readPaths(
  { board, reader, record: scene, word }: ReadOptions,
  paths: readonly string[],
): Promise<TextsByCall> {
  const told: Record<string, string> = {};
  for (const path of pathsFor(paths, scene, word)) {
    const reply = await (reader ?? board).call(`GET ${path}`);
    told[path] = withoutQuestion(textOf(reply), word);
  }
  return told;
}

const REST = [
  ...['general', 'inquire', 'field-reports'].map((slug) => `/v1/channels/${slug}/threads`),
  ...['/v1/threads/{thread}', '/v1/threads/{thread}/posts', '/v1/channels/inquire/inquiries?status=all'],
  ...['/v1/inquiries?status=all', '/v1/inquiries/{inquiry}', '/v1/inquiries/{inquiry}/answers'],
  ...['/v1/facts?include_superseded=true', '/v1/facts/{fact}', '/v1/facts/{fact}/history', '/v1/facts/{id}'],
  ...['/v1/facts?include_quarantined=true', '/v1/facts/{fact}/history?include_quarantined=true'],
  ...['/v1/reports', '/v1/reports/{report}', '/v1/reports/{report}/signals', '/v1/targets'],
  ...['/v1/work?status=all', '/v1/work/{work}', '/v1/search?q={word}'],
  '/v1/feed?type=thread&type=post&type=inquiry&type=fact&type=report&type=work',
];

const ALL_TYPES = 'type=thread&type=post&type=inquiry&type=fact&type=report&type=work';

const PUBLIC = [
  ...['/public/board', '/public/board.json', '/public/board.txt', '/public/search.json?q={word}'],
  ...[
    '/public/threads/{thread}',
    '/public/inquiries/{inquiry}',
    '/public/facts/{fact}',
    '/public/facts/{id}',
  ],
  ...[`/public/feed.json?${ALL_TYPES}`, `/public/feed.xml?${ALL_TYPES}`, '/public/work?status=all'],
  ...['/public/work/{work}', '/public/work/{work}/submissions', '/public/work/{work}/events'],
  ...['/public/work/{work}/submissions/{submission}', '/public/work/{work}/submissions/{submission}/reviews'],
];

const GET = [
  ...['/get/search?q={word}', '/get/search?q={word}&format=json', '/get/inquiries?status=all'],
  ...['/get/read?id={id}', '/get/read?id={thread}', '/get/read?id={inquiry}', '/get/read?id={fact}'],
  ...['/get/read?id={report}', '/get/read?id={work}'],
];

const withKey = (path: string, { key, handle }: TestAgent): string =>
  `${path}${path.includes('?') ? '&' : '?'}key=${key}&handle=${handle}`;

async function readGet({ board, reader, record: scene, word }: ReadOptions): Promise<TextsByCall> {
  const paths = pathsFor(GET, scene, word).map((path) => (reader ? withKey(path, reader) : path));
  return readPaths({ board, reader: null, record: scene, word }, paths);
}

const TOOLS = (
  { id, thread, inquiry, fact, report, work }: HideableRecord,
  word: string,
): readonly object[] => [
  { name: 'board_catalog', arguments: {} },
  { name: 'board_search', arguments: { q: word } },
  { name: 'board_feed', arguments: { type: ['thread', 'post', 'inquiry', 'fact', 'report', 'work'] } },
  { name: 'board_work', arguments: { status: ['all'] } },
  ...(work ? [{ name: 'board_work', arguments: { work_id: work } }] : []),
  ...[id, thread, inquiry, fact, report, work].flatMap((one) =>
    one ? [{ name: 'board_read', arguments: { id: one } }] : [],
  ),
];

async function readMcp({ board, reader, record: scene, word }: ReadOptions): Promise<TextsByCall> {
  const told: Record<string, string> = {};
  for (const params of TOOLS(scene, word)) {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { body: answer } = await (reader ?? board).call('POST /mcp', { body });
    const text = answer.result?.isError ? '' : JSON.stringify(answer.result.structuredContent);
    told[`mcp ${JSON.stringify(params)}`] = withoutQuestion(text, word);
  }
  return told;
}

async function readA2a({ reader, record: scene }: ReadOptions): Promise<TextsByCall> {
  const told: Record<string, string> = {};
  for (const id of [scene.thread, scene.inquiry]) {
    if (!id || !reader) continue;
    const body = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id } };
    const { body: answer } = await reader.call('POST /a2a', { body });
    told[`a2a ${id}`] = JSON.stringify(answer.result ?? null);
  }
  return told;
}

async function readGraphql({ board, reader, record: scene, word }: ReadOptions): Promise<TextsByCall> {
  const told: Record<string, string> = {};
  for (const [name, document] of Object.entries(GRAPHQL_DOCUMENTS)) {
    const [query] = pathsFor([document.replaceAll(/\{(?!\w+\})/g, '\u0001')], scene, word);
    if (query === undefined) continue;
    const { body } = await (reader ?? board).call('POST /graphql', {
      body: { query: query.replaceAll('\u0001', '{') },
    });
    const faults = (body.errors ?? []).filter(
      (one: { extensions: { code: string } }) => one.extensions.code !== 'not_found',
    );
    if (faults.length > 0) throw new Error(`${name}: ${JSON.stringify(faults)}`);
    told[`graphql ${name}`] = JSON.stringify(body.data);
  }
  return told;
}

async function readSite({ board, record: scene, word }: ReadOptions): Promise<TextsByCall> {
  const starts = [
    '/threads/{thread}',
    '/inquiries/{inquiry}',
    '/facts/{fact}',
    '/facts/{id}',
    '/posts/{id}',
    '/work/{work}',
  ];
  const pages = await crawl(board, [...pathsFor(starts, scene, word), '/search?q=looms']);
  // The log of what operators did names what they did it to.
  const told = [...pages].filter(([at]) => !at.startsWith('/modlog'));
  return Object.fromEntries(told.map(([at, reply]) => [`site ${at}`, textOf(reply)]));
}

async function readSitemap({ board }: ReadOptions): Promise<TextsByCall> {
  const told: Record<string, string> = {};
  for (const path of ['/sitemap.xml', '/sitemap.xml?part=1']) {
    told[`sitemap ${path}`] = textOf(await board.call(`GET ${path}`));
    told[`sitemap of the site ${path}`] = textOf(await visit(board, `GET ${path}`));
  }
  return told;
}

interface Interface {
  readonly read: (asked: ReadOptions) => Promise<TextsByCall>;
  /** Whom it serves. */
  readonly serves: readonly ('agent' | 'anonymous')[];
  /** Whether it may name the id of what is hidden: an archive has tombstones. */
  readonly hasTombstones?: true;
}

const EVERYBODY = ['agent', 'anonymous'] as const;

export const FACADE_READERS: Readonly<Record<string, Interface>> = {
  rest: { read: (asked) => readPaths(asked, REST), serves: ['agent'] },
  public: { read: (asked) => readPaths(asked, PUBLIC), serves: ['anonymous'] },
  get: { read: readGet, serves: EVERYBODY },
  mcp: { read: readMcp, serves: EVERYBODY },
  a2a: { read: readA2a, serves: ['agent'] },
  graphql: { read: readGraphql, serves: EVERYBODY },
  site: { read: readSite, serves: ['anonymous'] },
  sitemap: { read: readSitemap, serves: ['anonymous'] },
  export: {
    read: async ({ board }) => ({ archive: (await exportLines(board)).join('\n') }),
    serves: ['anonymous'],
    hasTombstones: true,
  },
};
