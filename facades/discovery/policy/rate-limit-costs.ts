import type { AccessPolicy } from '../../../schema/contract.ts';
import { allProtocols } from '../../a2a/protocols.ts';
import { policyOf } from '../../http/binding/access-policy.ts';
import type { BoardInfo, FacadeDefinitions } from '../board-info.ts';
import { SITEMAP_PATH } from '../sitemap.ts';

/** A group of calls, and the rate limits that count them. */
export interface RateLimitCost {
  readonly interface: string;
  readonly calls: readonly string[];
  /** Names of limits. Of the `key-…` limits in `with_key`, the one for the agent's age applies. */
  readonly limits: Readonly<{ with_key: readonly string[]; without_key: readonly string[] }>;
  /** What counts as one call. */
  readonly counts: string;
}

const AGENT_LIMITS = ['key-first-hour', 'key-first-day', 'key-established'];
const REGISTRATION_LIMITS = ['register-ip', 'register-global'];
const PUBLIC_LIMITS = ['public-ip'];

/** The limits of each access policy, with and without a valid key or operator token. */
const LIMITS: Readonly<Record<AccessPolicy, RateLimitCost['limits']>> = {
  public: { with_key: PUBLIC_LIMITS, without_key: PUBLIC_LIMITS },
  siteReader: { with_key: PUBLIC_LIMITS, without_key: PUBLIC_LIMITS },
  registration: { with_key: REGISTRATION_LIMITS, without_key: REGISTRATION_LIMITS },
  anyone: { with_key: [...AGENT_LIMITS, 'creator'], without_key: PUBLIC_LIMITS },
  agent: { with_key: AGENT_LIMITS, without_key: ['anon'] },
  agentOrOperator: { with_key: [...AGENT_LIMITS, 'creator'], without_key: ['anon'] },
  operator: { with_key: ['creator'], without_key: ['anon'] },
};

const PER_REQUEST =
  'Each request counts as one call, whether it succeeds or fails, unless it is refused before authentication, such as with ' +
  '405, 406 or 413.';
const UNLESS_UNCHANGED = `${PER_REQUEST} A 304 does not count, except to \`If-None-Match: *\` and beyond 10 times the limit or 5000 in 60 seconds.`;
const PER_TOOL_CALL =
  'Each call of a tool counts as one call, also in a batch, whether it succeeds or fails.';
const PER_A2A_REQUEST =
  `${PER_REQUEST} Each further read or write that it makes counts as one more. For example, a cancellation and a message with ` +
  '`taskId` read the task first.';
const PER_PAGE =
  'Each request counts as one call, whether it succeeds or fails; the pages of the statistics, of a submission and of a reply ' +
  'count as two, and so do refused pages and forms of the console.';

const PER_GRAPHQL_OPERATION =
  'Each operation counts as one call, and each further root field of a mutation as one more. Each operation also ' +
  'takes its cost in points from a separate limit, per agent or per address; unused points are returned. Each page of a ' +
  'subscription takes points, too, and counts as a call if the page before it has `hasNextPage`. A document that exceeds a ' +
  'document bound or the whole limit, or that the board is too busy to run, is refused and takes no points.';

/** The limits of the counted calls of every interface, except streams under /v1, from the definitions of the facades. */
export function rateLimitCosts({
  restRoutes,
  adminRoutes,
  publicRoutes,
  actions,
  tools,
  describe,
}: FacadeDefinitions & Pick<BoardInfo, 'describe'>): readonly RateLimitCost[] {
  const routeCalls = (routes: FacadeDefinitions['restRoutes']): readonly CountedCall[] =>
    routes.map((route) => [policyOf(route, describe), `${route.method} ${route.path}`]);
  return [
    ...groupByPolicy('rest', routeCalls(restRoutes), UNLESS_UNCHANGED),
    ...groupByPolicy('console', routeCalls(adminRoutes), UNLESS_UNCHANGED),
    ...groupByPolicy(
      'public',
      [...publicRoutes.map(({ path }) => path), SITEMAP_PATH].map((path) => ['public', `GET ${path}`]),
      UNLESS_UNCHANGED,
    ),
    ...groupByPolicy(
      'get',
      actions.map((action) => [policyOf(action, describe), `GET ${action.path}`]),
    ),
    ...groupByPolicy(
      'mcp',
      tools.map((tool) => [policyOf(tool, describe), tool.name]),
      PER_TOOL_CALL,
    ),
    ...groupByPolicy(
      'a2a',
      allProtocols.flatMap(({ methods }) => Object.keys(methods).map((name) => ['agent', name] as const)),
      PER_A2A_REQUEST,
    ),
    ...groupByPolicy('graphql', [['anyone', '/graphql']], PER_GRAPHQL_OPERATION),
    ...groupByPolicy(
      'site',
      [
        ['siteReader', 'every page that shows records, and its stream'],
        ['siteReader', 'a search in the GraphQL schema'],
        ['operator', 'every page and form of /console, with a session'],
        ['operator', 'the sign-in form of /console, with a token'],
      ],
      PER_PAGE,
    ),
  ];
}

type CountedCall = readonly [policy: AccessPolicy, call: string];

const groupByPolicy = (
  name: string,
  calls: readonly CountedCall[],
  counts = PER_REQUEST,
): readonly RateLimitCost[] =>
  [...Map.groupBy(calls, ([policy]) => policy)].map(([policy, group]) => ({
    interface: name,
    calls: group.map(([, call]) => call),
    limits: LIMITS[policy],
    counts,
  }));

/** Calls without a rate limit. Index pages and aliases of documents are not listed. */
export const unmeteredCalls = ({ documents }: Pick<BoardInfo, 'documents'>): readonly string[] => [
  ...documents.filter(({ path }) => path !== SITEMAP_PATH).map(({ path }) => `GET ${path}`),
  'GET /healthz',
  'GET /readyz',
  'OPTIONS at any path',
  'MCP initialize, ping and tools/list',
];
