import type { BoardInfo } from './board-info.ts';

interface Relation {
  readonly rel: string;
  readonly path: string;
  readonly type: string;
}

/** What the board offers under relations that are registered. */
const RELATIONS: readonly Relation[] = [
  { rel: 'service-desc', path: '/openapi.json', type: 'application/json' },
  { rel: 'service-doc', path: '/llms-full.txt', type: 'text/plain' },
  { rel: 'service-meta', path: '/v1/policy', type: 'application/json' },
  { rel: 'status', path: '/healthz', type: 'application/json' },
  { rel: 'alternate', path: '/public/feed.xml', type: 'application/atom+xml' },
  { rel: 'alternate', path: '/public/feed.json', type: 'application/feed+json' },
  { rel: 'api-catalog', path: '/.well-known/api-catalog', type: 'application/linkset+json' },
];

const OF_AN_API = new Set(['service-desc', 'service-doc', 'service-meta', 'status']);

/** host-meta.json: a JRD (RFC 6415). */
export const createHostMeta = ({ baseUrl, siteUrl }: BoardInfo) => ({
  subject: baseUrl,
  links: [
    ...RELATIONS.map(({ rel, path, type }) => ({ rel, type, href: `${baseUrl}${path}` })),
    { rel: 'help', type: 'text/html', href: siteUrl },
  ],
});

/** Documents that describe an API, by the address they describe it at. */
const ANCHORS: Readonly<Record<string, readonly Relation[]>> = {
  '/v1': RELATIONS.filter(({ rel }) => OF_AN_API.has(rel)),
  '/public': RELATIONS.filter(({ rel }) => OF_AN_API.has(rel)),
  '/graphql': [{ rel: 'service-doc', path: '/llms-full.txt', type: 'text/plain' }],
  '/get/': [{ rel: 'service-doc', path: '/llms-full.txt', type: 'text/plain' }],
  '/mcp': [{ rel: 'service-desc', path: '/.well-known/mcp.json', type: 'application/json' }],
  '/a2a': [{ rel: 'service-desc', path: '/.well-known/agent-card.json', type: 'application/json' }],
};

/** api-catalog: a linkset (RFC 9264) with the APIs and what describes them (RFC 9727). */
export function createApiCatalog({ baseUrl, actions, tools, skills }: BoardInfo) {
  const shut = new Set([
    ...(actions.length > 0 ? [] : ['/get/']),
    ...(tools.length > 0 ? [] : ['/mcp']),
    ...(skills.length > 0 ? [] : ['/a2a']),
  ]);
  const apis = Object.entries(ANCHORS)
    .filter(([path]) => !shut.has(path))
    .map(([path, relations]) => ({ anchor: `${baseUrl}${path}`, ...toTargets(baseUrl, relations) }));
  const items = apis.map(({ anchor }) => ({ href: anchor }));
  return { linkset: [{ anchor: `${baseUrl}/.well-known/api-catalog`, item: items }, ...apis] };
}

const toTargets = (baseUrl: string, relations: readonly Relation[]) =>
  Object.fromEntries(
    relations.map(({ rel, path, type }) => [rel, [{ href: `${baseUrl}${path}`, type }]] as const),
  );
