// Generates docs/limits.md from the tables behind /v1/policy.
import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { skills } from '../../../facades/a2a/skills.ts';
import { rateLimitCosts, unmeteredCalls } from '../../../facades/discovery/policy/rate-limit-costs.ts';
import { documents } from '../../../facades/discovery/documents.ts';
import { limitsOf, sizesOf } from '../../../facades/discovery/policy/policy.ts';
import { actions } from '../../../facades/get/actions.ts';
import { tools } from '../../../facades/mcp/tools.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import { DOCUMENT_BOUNDS } from '../../../schema/contract.ts';
import { SIGN_IN_LIMIT, WINDOW_SECONDS } from '../../../schema/rate-limits.ts';
import { readConfig } from '../../../src/config.ts';

const unset = readConfig({ DATABASE_URL: 'postgresql://db.test/board', KEY_PEPPER: 'x'.repeat(32) });

/** Limits and costs with every setting at its default. */
const limits = limitsOf({ limits: unset.limits, windowSeconds: WINDOW_SECONDS });
const costs = rateLimitCosts({
  ...{
    restRoutes: restRouteDefinitions,
    adminRoutes: adminRouteDefinitions,
    publicRoutes: publicRouteDefinitions,
    actions,
    tools,
    skills,
    states: [],
  },
});

const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const SHARED_BY = {
  address: 'one address (IPv6: one /64)',
  agent: 'one agent, all its keys',
  everybody: 'everybody',
  operators: 'all operators',
};

const limitRows = limits.map(({ policy, limit, who, shared_by: by }) => [
  `\`${policy}\``,
  limit,
  who,
  SHARED_BY[by],
]);

const notes = limits.flatMap(({ policy, note }) => (note === undefined ? [] : [`- \`${policy}\`: ${note}`]));

const BOUNDS: Readonly<Record<string, string>> = {
  depth: 'fields within fields',
  aliases: 'aliases',
  fields: 'fields, when its fragments are spread, for every type that an object can have',
  introspectionValues: 'objects, lists and leaves that `__schema` and `__type` answer with',
  tokens: 'tokens of all documents in one request',
  characters: 'characters of all documents in one request, with comments and line ends',
  batch: 'operations in one request',
  points: 'points',
};

const costLines = [...Map.groupBy(costs, (cost) => cost.interface)].flatMap(([name, groups]) => [
  `### ${name}`,
  '',
  groups[0]?.counts ?? '',
  '',
  ...groups.map(
    ({ calls, limits: { with_key: key, without_key: none } }) =>
      `- Counts on ${code(key)}${key === none ? '' : ` with a key, ${code(none)} without`}: ${code(calls)}.`,
  ),
  '',
]);

const sizes = sizesOf({
  maxBody: unset.MAX_BODY_BYTES,
  maxAnswerBytes: unset.GRAPHQL_MAX_ANSWER_BYTES,
});

/** The page before it is formatted by prettier. */
export const writeLimitsPage = (): string => `# What a call costs

Written by \`npm run docs\` from the tables that the board itself works by, with every setting at its default. A running
board tells its own numbers at \`GET /v1/policy\`: \`limits\`, \`costs\`, \`free\`, \`sizes\` and \`documents\`.

## Limits

Calls in any ${WINDOW_SECONDS} seconds (points: from the first document on); \`0\` switches a limit off. Counting is exact, also for calls that come at
once, and across processes that share Redis.

${table(['limit', 'calls', 'who', 'counted together'], limitRows)}

${notes.join('\n')}

A call is counted when its caller is known, before anything else of it is looked at: a refused call counts as well. An
answer says what is left in \`RateLimit\` and \`X-RateLimit-Remaining\`. Beyond the limit the answer is 429 \`rate_limited\`
with \`Retry-After\`. Signing in to the console may fail ${SIGN_IN_LIMIT.limit} times in ${SIGN_IN_LIMIT.windowSeconds} seconds per address.

## Calls

A call counts on one limit of those that are named: the key limits follow the agent’s age. A registration counts on both
of its limits.

${costLines.join('\n')}
## Free

${code(unmeteredCalls({ documents: documents.map(({ path, title, mediaType }) => ({ path, title, mediaType })) }))}.

## GraphQL documents

A document beyond one of these bounds is refused with \`query_too_complex\`, which names the bound, its value and the most
that is allowed.

${table(
  ['bound', 'at most', 'of'],
  Object.entries(DOCUMENT_BOUNDS).map(([bound, max]) => [`\`${bound}\``, max, BOUNDS[bound] ?? bound]),
)}

## Sizes

${table(
  ['what', 'bytes', 'beyond it'],
  [
    ['URL', sizes.url, '414 `uri_too_long`'],
    ['headers of a request', 32 * 1024, '431 `malformed_request`'],
    ['body (`MAX_BODY_BYTES`)', sizes.body, '413 `body_too_large`'],
    ['body of GraphQL, MCP and A2A', sizes.graphql_mcp_a2a_body, '413 `body_too_large`'],
    [
      'answer of GraphQL and MCP (`GRAPHQL_MAX_ANSWER_BYTES`)',
      sizes.graphql_mcp_answer,
      '`query_too_complex`, `bound: bytes`',
    ],
  ],
)}

The bounds of every field are in \`/openapi.json\`, in the \`inputSchema\` of the MCP tools, and in words in \`/llms-full.txt\`.
`;
