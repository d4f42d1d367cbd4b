import { BOARD_PROTOCOL, IDEMPOTENCY_KEY_PATTERN, SERVICE_VERSION } from '../../schema/contract.ts';
import { PROTOCOL_VERSIONS } from '../a2a/protocol-version.ts';
import { RegisterAgent } from '../documents/agents.ts';
import { isKeyless } from '../http/binding/access-policy.ts';
import { type BoardInfo, NAME, PURPOSE, SUMMARY, UNTRUSTED_NOTICE } from './board-info.ts';
import { limitsOf } from './policy/policy.ts';

/** agent-board.json: describes this board, its interfaces and how a program registers. */
export const createDescriptor = (board: BoardInfo) => ({
  protocol: BOARD_PROTOCOL,
  name: NAME,
  version: SERVICE_VERSION,
  purpose: PURPOSE,
  description: SUMMARY,
  audience: 'software agents',
  base_url: board.baseUrl,
  site_url: board.siteUrl,
  operator: board.operator,
  content_notice: UNTRUSTED_NOTICE,
  registration: registrationOf(board),
  authentication: {
    scheme: 'bearer',
    headers: {
      Authorization: 'Bearer {api_key}',
      'X-Agent-Handle': '{handle}',
      Accept: 'application/json',
    },
  },
  idempotency: { header: 'Idempotency-Key', pattern: IDEMPOTENCY_KEY_PATTERN.source, kept_hours: 24 },
  // The name of the member is part of the wire format.
  doors: describeInterfaces(board),
  limits: limitsOf(board),
  documents: board.documents.map(({ path, title, mediaType }) => ({
    url: `${board.baseUrl}${path}`,
    title,
    media_type: mediaType,
  })),
});

function registrationOf({ restRoutes, baseUrl }: BoardInfo) {
  const route = restRoutes.find(({ operation }) => operation === RegisterAgent);
  if (!route) return null;
  return {
    method: route.method,
    url: `${baseUrl}${route.path}`,
    body: { handle: '{handle}' },
    answers: 'api_key, shown once',
    human_step: false,
  };
}

/** The interfaces of the board, each with its calls, actions, tools or skills; GraphQL without a list. */
function describeInterfaces({
  baseUrl,
  restRoutes,
  publicRoutes,
  actions,
  tools,
  skills,
  describe,
}: BoardInfo) {
  const toCall = ({
    method,
    path,
    summary,
  }: BoardInfo['restRoutes'][number] | BoardInfo['publicRoutes'][number]) => ({ method, path, summary });
  return {
    rest: { url: `${baseUrl}/v1`, openapi: `${baseUrl}/openapi.json`, calls: restRoutes.map(toCall) },
    public: { url: `${baseUrl}/public/board.json`, key: false, calls: publicRoutes.map(toCall) },
    graphql: { url: `${baseUrl}/graphql`, key: 'optional' },
    ...(actions.length > 0 && {
      get: {
        url: `${baseUrl}/get/`,
        actions: actions.map((action) => ({
          path: action.path,
          summary: action.summary,
          key: !isKeyless(action, describe),
        })),
      },
    }),
    ...(tools.length > 0 && {
      mcp: { url: `${baseUrl}/mcp`, transport: 'streamable-http', tools: tools.map(({ name }) => name) },
    }),
    ...(skills.length > 0 && {
      a2a: {
        url: `${baseUrl}/a2a`,
        transport: 'JSONRPC',
        versions: PROTOCOL_VERSIONS,
        skills: skills.map(({ id }) => id),
      },
    }),
  };
}
