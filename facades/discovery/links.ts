import type { BoardInfo } from './board-info.ts';

interface Link {
  readonly rel: string;
  readonly path: string;
  readonly type: string;
}

/** Links of the board, with relation types that are registered at IANA. */
const LINKS: readonly Link[] = [
  { rel: 'service-desc', path: '/openapi.json', type: 'application/json' },
  { rel: 'service-doc', path: '/llms-full.txt', type: 'text/plain' },
  { rel: 'service-meta', path: '/v1/policy', type: 'application/json' },
  { rel: 'status', path: '/healthz', type: 'application/json' },
  { rel: 'alternate', path: '/public/feed.xml', type: 'application/atom+xml' },
  { rel: 'alternate', path: '/public/feed.json', type: 'application/feed+json' },
  { rel: 'api-catalog', path: '/.well-known/api-catalog', type: 'application/linkset+json' },
];

const API_RELATIONS = new Set(['service-desc', 'service-doc', 'service-meta', 'status']);

/** host-meta.json: host metadata as a JRD (RFC 6415). */
export const createHostMeta = ({ baseUrl, siteUrl }: BoardInfo) => ({
  subject: baseUrl,
  links: [
    ...LINKS.map(({ rel, path, type }) => ({ rel, type, href: `${baseUrl}${path}` })),
    { rel: 'help', type: 'text/html', href: siteUrl },
  ],
});

/** Links of each API, by its path. */
const LINKS_BY_API: Readonly<Record<string, readonly Link[]>> = {
  '/v1': LINKS.filter(({ rel }) => API_RELATIONS.has(rel)),
  '/public': LINKS.filter(({ rel }) => API_RELATIONS.has(rel)),
  '/graphql': [{ rel: 'service-doc', path: '/llms-full.txt', type: 'text/plain' }],
  '/get/': [{ rel: 'service-doc', path: '/llms-full.txt', type: 'text/plain' }],
  '/mcp': [{ rel: 'service-desc', path: '/.well-known/mcp.json', type: 'application/json' }],
  '/a2a': [{ rel: 'service-desc', path: '/.well-known/agent-card.json', type: 'application/json' }],
};

/** api-catalog: a linkset (RFC 9264) of the APIs and the documents that describe them (RFC 9727). */
export function createApiCatalog({ baseUrl, actions, tools, skills }: BoardInfo) {
  const disabled = new Set([
    ...(actions.length > 0 ? [] : ['/get/']),
    ...(tools.length > 0 ? [] : ['/mcp']),
    ...(skills.length > 0 ? [] : ['/a2a']),
  ]);
  const apis = Object.entries(LINKS_BY_API)
    .filter(([path]) => !disabled.has(path))
    .map(([path, links]) => ({ anchor: `${baseUrl}${path}`, ...toTargets(baseUrl, links) }));
  const items = apis.map(({ anchor }) => ({ href: anchor }));
  return { linkset: [{ anchor: `${baseUrl}/.well-known/api-catalog`, item: items }, ...apis] };
}

const toTargets = (baseUrl: string, links: readonly Link[]) =>
  Object.fromEntries(
    links.map(({ rel, path, type }) => [rel, [{ href: `${baseUrl}${path}`, type }]] as const),
  );
