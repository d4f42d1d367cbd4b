// The explorers, which have files of the site only and connect to the board only; and the reference of the API.
import { readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, validate } from 'graphql';
import type { Exchange, Route } from '../../facades/http/route.ts';
import { explorerAssetRoutes } from '../../facades/site/assets/explorer-assets.ts';
import { schema } from '../../schema/index.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { type Page, parsePage } from '../support/pages/html-parser.ts';
import { visit } from '../support/pages/site.ts';

let board: TestBoard;
beforeAll(async () => void (board = await openBoard()));
afterAll(() => board[Symbol.asyncDispose]());

const EXPLORERS = ['/docs', '/graphiql'];

const open = async (path: string): Promise<Page> => parsePage((await visit(board, `GET ${path}`)).text);

const elementOf = ({ elements }: Page, id: string) =>
  elements.find(({ attributes }) => attributes.get('id') === id)?.attributes;

const filesOf = ({ elements }: Page): readonly string[] =>
  elements.flatMap(({ name, attributes }) => {
    if (name === 'script') return attributes.get('src') ?? '';
    return attributes.get('rel') === 'stylesheet' ? (attributes.get('href') ?? '') : [];
  });

test.each(EXPLORERS)('%s consists of files of the site that are cached forever', async (path) => {
  const files = filesOf(await open(path));

  const replies = await Promise.all(files.map((file) => visit(board, `GET ${file}`)));

  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const { status, text, headers } of replies) {
    expect([status, text.length > 100]).toEqual([200, true]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test.each(EXPLORERS)('%s allows no inline scripts, and connections to the board only', async (path) => {
  const { headers } = await visit(board, `GET ${path}`);

  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain('connect-src http://board.test');
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:\/\/(?!board\.test)|\*/);
});

test('the site may read the OpenAPI document', async () => {
  const page = await open('/docs');
  const url = new URL(elementOf(page, 'explorer')?.get('data-document') ?? '');

  const reply = await board.call(`GET ${url.pathname}`, { headers: { Origin: 'http://site.test' } });

  expect(url.origin).toBe('http://board.test');
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
});

test('the GraphQL explorer has every query of docs/queries as a valid example, and the files of its workers', async () => {
  const page = await open('/graphiql');
  const setup = JSON.parse(elementOf(page, 'explorer')?.get('data-setup') ?? '') as {
    endpoint: string;
    examples: Record<string, string>;
    workers: Record<string, string>;
  };

  const files = readdirSync(new URL('../../docs/queries/', import.meta.url));
  const faults = Object.values(setup.examples).flatMap((query) => validate(schema, parse(query)));
  const workers = await Promise.all(Object.values(setup.workers).map((path) => visit(board, `HEAD ${path}`)));

  expect(setup.endpoint).toBe('http://board.test/graphql');
  // No cookies of the console are sent, and no key is stored.
  expect(setup).toMatchObject({ credentials: 'omit', shouldPersistHeaders: false });
  expect(Object.keys(setup.examples).sort()).toEqual(
    files.map((name) => name.replace('.graphql', '')).sort(),
  );
  expect(faults).toEqual([]);
  expect(workers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a file of an explorer is compressed for clients that accept gzip', async () => {
  const [file = ''] = filesOf(await open('/docs')).filter((path) => path.endsWith('.js'));
  const request = new Request(`http://site.test${file}`, { headers: { 'Accept-Encoding': 'gzip, br' } });

  const compressed = await board.app.site.fetch(request, { address: '192.0.2.1' });
  const plain = await visit(board, `GET ${file}`);
  const refusing = new Request(request.url, { headers: { 'Accept-Encoding': 'gzip;q=0, identity' } });
  const refused = await board.app.site.fetch(refusing, { address: '192.0.2.1' });

  expect([compressed.headers.get('content-encoding'), compressed.headers.get('vary')]).toEqual([
    'gzip',
    'Accept-Encoding',
  ]);
  expect(gunzipSync(await compressed.arrayBuffer()).toString()).toBe(plain.text);
  expect(refused.headers.get('content-encoding')).toBe(null);
});

test.each(['gzip', 'identity'])(
  'each file of an explorer is encoded once as %s, for all requests',
  async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const bodiesOf = async (route: Route) => {
      const exchange = { request: new Request(`http://site.test${route.path}`, { headers }) } as Exchange;
      const replies = [await route.serve(exchange), await route.serve(exchange)];
      return replies.map(({ body }) => body);
    };

    for (const [first, second] of await Promise.all(explorerAssetRoutes.map(bodiesOf))) {
      expect(first).toBeInstanceOf(Uint8Array);
      expect(second).toBe(first);
    }
  },
);

test('the reference lists the operations in its HTML, without scripts', async () => {
  const docs = await visit(board, 'GET /docs');
  const reference = await visit(board, 'GET /docs/reference');

  expect(docs.text).toContain('href="/docs/reference"');
  expect(parsePage(reference.text).text).toContain('POST /v1/agents/register');
});

test('the reference shows the parameters, members and errors of an operation, also if the OpenAPI document only refers to them', async () => {
  const page = parsePage((await visit(board, 'GET /docs/reference/post/v1/work/work_id/claims')).text).text;

  expect(page).toMatch(/Parameters[^]*work_id in path, required[^]*X-Agent-Handle in header, required/);
  expect(page).toMatch(/Response 200[^]*fence[^]*ignored_fields[^]*Errors[^]*409/);
});

test('the reference says which responses are arrays', async () => {
  const readPage = async (path: string) =>
    parsePage((await visit(board, `GET /docs/reference/${path}`)).text).text;

  expect(await readPage('get/v1/channels')).toContain('application/json, an array of:');
  expect(await readPage('get/v1/work/work_id')).not.toContain('an array of:');
});
