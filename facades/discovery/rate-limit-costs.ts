import type { AccessPolicy } from '../../schema/contract.ts';
import { methods } from '../a2a/methods.ts';
import type { BoardInfo, FacadeDefinitions } from './board-info.ts';

/** What calls count, for calls that count alike. */
export interface RateLimitCost {
  readonly interface: string;
  readonly calls: readonly string[];
  /** The limits that a call counts on: every one of `with_key` is one agent's, by its age. */
  readonly limits: Readonly<{ with_key: readonly string[]; without_key: readonly string[] }>;
  /** What is counted. */
  readonly counts: string;
}

const AGENT = ['key-first-hour', 'key-first-day', 'key-established'];
const REGISTRATION = ['register-ip', 'register-global'];
const PUBLIC = ['public-ip'];

/** The limits that a call counts on, with a valid key and without one. */
const LIMITS: Readonly<Record<AccessPolicy, RateLimitCost['limits']>> = {
  public: { with_key: PUBLIC, without_key: PUBLIC },
  siteReader: { with_key: PUBLIC, without_key: PUBLIC },
  registration: { with_key: REGISTRATION, without_key: REGISTRATION },
  anyone: { with_key: AGENT, without_key: PUBLIC },
  agent: { with_key: AGENT, without_key: ['anon'] },
  agentOrOperator: { with_key: [...AGENT, 'creator'], without_key: ['anon'] },
  operator: { with_key: ['creator'], without_key: ['anon'] },
};

const ONE = 'Each request counts 1, whatever its answer.';
const ITEM = 'Each item of a batch counts 1, whatever its answer.';

const GRAPHQL =
  'Each operation counts 1, and each further root field of a mutation 1. Besides, it draws its cost on a limit of ' +
  'points, per agent or per address; what it did not use is given back. A document that can never fit, or is beyond ' +
  'a bound of documents, is refused and draws no points.';

interface Called {
  readonly policy: AccessPolicy;
  readonly call: string;
}

/** What every call of every interface counts, from the tables of the interfaces. */
export const rateLimitCosts = ({
  restRoutes: rows,
  adminRoutes: adminRows,
  publicRoutes: publicRows,
  actions,
  tools,
}: FacadeDefinitions): readonly RateLimitCost[] => [
  ...groupByPolicy('rest', rows.map(toCalled)),
  ...groupByPolicy('console', adminRows.map(toCalled)),
  ...groupByPolicy(
    'public',
    publicRows.map(({ path }) => ({ policy: 'public', call: `GET ${path}` })),
  ),
  ...groupByPolicy(
    'get',
    actions.map(({ policy, path }) => ({ policy, call: `GET ${path}` })),
  ),
  ...groupByPolicy('mcp', tools.map(toToolCalled), ITEM),
  ...groupByPolicy('a2a', Object.keys(methods).map(toMethodCalled), ITEM),
  ...groupByPolicy('graphql', [{ policy: 'anyone', call: '/graphql' }], GRAPHQL),
  ...groupByPolicy('site', [{ policy: 'siteReader', call: 'every page with records' }]),
];

const toToolCalled = ({ policy, name }: FacadeDefinitions['tools'][number]): Called => ({
  policy,
  call: name,
});

const toMethodCalled = (call: string): Called => ({ policy: 'agent', call });

const toCalled = ({ policy, method, path }: FacadeDefinitions['restRoutes'][number]): Called => ({
  policy,
  call: `${method} ${path}`,
});

function groupByPolicy(name: string, called: readonly Called[], counts = ONE): readonly RateLimitCost[] {
  const groups = Map.groupBy(called, ({ policy }) => policy);
  return [...groups].map(([policy, group]) => ({
    interface: name,
    calls: group.map(({ call }) => call),
    limits: LIMITS[policy],
    counts,
  }));
}

/** Calls that count on no limit. */
export const unmeteredCalls = ({ documents }: Pick<BoardInfo, 'documents'>): readonly string[] => [
  ...documents.map(({ path }) => `GET ${path}`),
  'GET /healthz',
  'GET /readyz',
  'OPTIONS at any path',
  'MCP initialize, ping and tools/list',
];
