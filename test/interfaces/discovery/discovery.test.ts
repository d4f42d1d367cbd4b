import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import * as robots from 'robots-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../../facades/discovery/documents.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { discoveryPaths } from '../../support/board/public-paths.ts';

const BASE = 'https://board.test';
const A2A_SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/a2a-0.3.0.schema.json'), 'utf8'),
) as object;

let board: TestBoard;
let reader: TestAgent;

beforeAll(async () => {
  board = await openBoard({
    BASE_URL: BASE,
    SITE_URL: 'https://people.test',
    OPERATOR_NAME: 'Analytical Society',
    OPERATOR_CONTACT: 'mailto:board@people.test',
  });
  reader = await board.join('reader');
});

afterAll(() => board[Symbol.asyncDispose]());

const read = (path: string) => board.call(`GET ${path}`);
const textOf = async (path: string) => (await read(path)).text;

/** The paths in the section Discovery of the contract, then two that are not in it: the API catalog and the policy. */
const PATHS = [
  '/.well-known/agent-board.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
  '/.well-known/mcp.json',
  '/security.txt',
  '/.well-known/security.txt',
  '/.well-known/host-meta.json',
  '/.well-known/ai-plugin.json',
  '/research.txt',
  '/.well-known/research.txt',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/openapi.json',
  '/.well-known/api-catalog',
  '/v1/policy',
];

describe('the discovery documents', () => {
  test('include the documents of the contract, the API catalog and the policy', () => {
    expect(discoveryPaths).toEqual(expect.arrayContaining(PATHS));
  });

  test('have the same text and entity tag at each of their aliases', async () => {
    const aliased = documents.filter(({ aliases }) => aliases.length > 0);

    for (const { path, aliases } of aliased) {
      const original = await read(path);
      const others = await Promise.all(aliases.map(read));
      expect(others.map(({ text }) => text)).toEqual(aliases.map(() => original.text));
      expect(others.map(({ headers }) => headers.get('etag'))).toEqual(
        aliases.map(() => original.headers.get('etag')),
      );
    }
    expect(aliased.map(({ path }) => path)).toEqual([
      '/.well-known/agent-card.json',
      '/.well-known/security.txt',
      '/research.txt',
    ]);
  });

  test('are served to browsers', async () => {
    // One after the other: the first request for a document composes it, and many at once would wait too long for their turns.
    const replies = await Array.fromAsync(discoveryPaths, (path) =>
      board.call(`GET ${path}`, { headers: { Accept: 'text/html' } }),
    );

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('contain only URLs of the board, the site, standards bodies and examples', async () => {
    const known =
      /^https:\/\/(board\.test|people\.test|www\.rfc-editor\.org|www\.sitemaps\.org|json-schema\.org|example\.org)/;

    for (const path of discoveryPaths) {
      const addresses =
        (await textOf(path)).match(/https?:\/\/(?!www\.w3\.org|www\.sitemaps\.org)[^\s"'<>)`]+/g) ?? [];
      expect(
        addresses.filter((address) => !known.test(address)),
        path,
      ).toEqual([]);
    }
  });
});

describe('the agent card', () => {
  test('matches the schema of A2A 0.3.0', async () => {
    const { body } = await read('/.well-known/agent-card.json');

    const ajv = new Ajv({ strict: false });
    const isCard = ajv.compile({ ...A2A_SCHEMA, $ref: '#/definitions/AgentCard' });
    isCard(body);
    expect(isCard.errors).toBeNull();
    expect(body).toMatchObject({
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      url: `${BASE}/a2a`,
      capabilities: { streaming: false, pushNotifications: false },
      provider: { organization: 'Analytical Society' },
    });
  });
});

test.each([
  ['GET /', 'public, max-age=300', '*'],
  ['GET /v1', 'public, max-age=300', '*'],
  ['GET /llms.txt', 'public, max-age=300', '*'],
  ['GET /openapi.json', 'public, max-age=300', '*'],
  ['GET /sitemap.xml', 'public, max-age=300', '*'],
  ['GET /healthz', 'no-store', null],
  ['GET /readyz', 'no-store', null],
  ['GET /get/', 'no-store', '*'],
  ['GET /get/inquiries', 'no-store', '*'],
  ['GET /mcp', 'no-store', '*'],
  ['POST /a2a', 'no-store', '*'],
  // A response to a request with the key of an agent, a response with a secret, and a response to an operator.
  ['GET /v1/channels', 'private, no-cache', '*'],
  ['POST /v1/agents/challenge', 'no-store', '*'],
  ['GET /admin/board/overview', 'private, no-store', null],
])('the response to %s has the Cache-Control %s and the Access-Control-Allow-Origin %s', async (...row) => {
  const [request, cacheControl, origin] = row;
  const caller = request.includes('/admin/') ? createOperatorClient(board) : reader;
  const reply = await caller.call(request, request.startsWith('POST') ? { body: {} } : {});
  expect(reply.status).toBe(200);
  expect([reply.headers.get('cache-control'), reply.headers.get('access-control-allow-origin')]).toEqual([
    ...[cacheControl, origin],
  ]);
});

describe('security.txt', () => {
  const fieldOf = (text: string, name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1];

  test('has a contact, and after 400 days still an expiry date less than a year ahead', async () => {
    await using freshBoard = await openBoard({ OPERATOR_CONTACT: 'mailto:board@people.test' });
    const first = await freshBoard.call('GET /.well-known/security.txt');
    freshBoard.clock.advance({ days: 400 });

    const { text } = await freshBoard.call('GET /security.txt');

    const remaining = Date.parse(fieldOf(text, 'Expires') ?? '') - freshBoard.clock.now().getTime();
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThan(365 * 86_400_000);
    expect(fieldOf(text, 'Expires')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(fieldOf(text, 'Contact')).toBe('mailto:board@people.test');
    expect(fieldOf(text, 'Canonical')).toBe('http://board.test/.well-known/security.txt');
    expect(text).not.toBe(first.text);
  });

  test('does not change within a day', async () => {
    await using freshBoard = await openBoard();
    freshBoard.clock.advance({ seconds: 86_400 - ((freshBoard.clock.now().getTime() / 1000) % 86_400) + 1 });

    const morning = await freshBoard.call('GET /security.txt');
    freshBoard.clock.advance({ hours: 23 });
    const evening = await freshBoard.call('GET /security.txt');

    expect(evening.headers.get('etag')).toBe(morning.headers.get('etag'));
  });
});

describe('robots.txt', () => {
  test('allows the index, the catalog and documents, and disallows /get, /v1 and /admin', async () => {
    const text = await textOf('/robots.txt');

    // The package exports the function itself; its types declare the function as a member of the export.
    const parse = robots.default as unknown as typeof robots.default.default;
    const rules = parse(`${BASE}/robots.txt`, text);
    const isAllowed = (path: string) => rules.isAllowed(`${BASE}${path}`, 'anybot');
    expect(['/', '/public/board', '/llms.txt', '/sitemap.xml'].map(isAllowed)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['/get/', '/get/say?x=1', '/v1/channels', '/admin/board/overview'].map(isAllowed)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(rules.getSitemaps()).toEqual([`${BASE}/sitemap.xml`]);
  });
});

describe('a discovery document:', () => {
  test('agent-board.json links to documents that exist and lists every REST call', async () => {
    const { body } = await read('/.well-known/agent-board.json');

    expect(body).toMatchObject({
      protocol: 'service-board-v1',
      purpose: 'share, inquire, persist',
      base_url: BASE,
      operator: { name: 'Analytical Society', contact: 'mailto:board@people.test' },
      registration: { method: 'POST', url: `${BASE}/v1/agents/register`, human_step: false },
    });
    expect(body.doors.rest.calls).toMatchObject(
      restRouteDefinitions.map(({ method, path }) => ({ method, path })),
    );
    const replies = await Array.fromAsync(body.documents as { url: string }[], ({ url }) =>
      read(url.slice(BASE.length)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('the API catalog is a linkset with the description of the REST API', async () => {
    const { body, headers } = await read('/.well-known/api-catalog');

    expect(headers.get('content-type')).toContain('application/linkset+json');
    expect(headers.get('link')).toContain('rel="api-catalog"');
    expect(body.linkset[0].item).toContainEqual({ href: `${BASE}/v1` });
    expect(body.linkset).toContainEqual(
      expect.objectContaining({
        anchor: `${BASE}/v1`,
        'service-desc': [{ href: `${BASE}/openapi.json`, type: 'application/json' }],
      }),
    );
  });

  test('host-meta.json links to the OpenAPI description', async () => {
    const { body } = await read('/.well-known/host-meta.json');

    expect(body.links).toContainEqual({
      rel: 'service-desc',
      type: 'application/json',
      href: `${BASE}/openapi.json`,
    });
  });

  test('the plugin manifest links to the OpenAPI description and to a logo', async () => {
    const { body } = await read('/.well-known/ai-plugin.json');
    const logo = await read(body.logo_url.slice(BASE.length));

    expect(body).toMatchObject({
      schema_version: 'v1',
      api: { type: 'openapi', url: `${BASE}/openapi.json` },
      contact_email: 'board@people.test',
    });
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
  });

  test('the MCP manifest has the URL and the protocol versions of the server', async () => {
    const { body } = await read('/.well-known/mcp.json');

    expect(body).toMatchObject({
      remotes: [{ type: 'streamable-http', url: `${BASE}/mcp` }],
      protocolVersions: ['2025-06-18', '2025-03-26', '2025-11-25'],
    });
  });

  test('research.txt names the operator', async () => {
    const text = await textOf('/research.txt');

    expect(text).toContain('Operator: Analytical Society');
    expect(text).toContain('Contact: mailto:board@people.test');
    expect(text).toContain('Welcome:');
  });
});
