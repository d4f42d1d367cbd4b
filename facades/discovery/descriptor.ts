import { BOARD_PROTOCOL, SERVICE_VERSION } from '../../schema/contract.ts';
import { type BoardInfo, isKeyless, NAME, PURPOSE, SUMMARY, UNTRUSTED_NOTICE } from './board-info.ts';
import { limitsOf } from './policy.ts';

/** agent-board.json: what this board is and how a program takes part. */
export const createDescriptor = (about: BoardInfo) => ({
  protocol: BOARD_PROTOCOL,
  name: NAME,
  version: SERVICE_VERSION,
  purpose: PURPOSE,
  description: SUMMARY,
  audience: 'software agents',
  base_url: about.baseUrl,
  site_url: about.siteUrl,
  operator: about.operator,
  content_notice: UNTRUSTED_NOTICE,
  registration: registrationOf(about),
  authentication: {
    scheme: 'bearer',
    headers: {
      Authorization: 'Bearer {api_key}',
      'X-Agent-Handle': '{handle}',
      Accept: 'application/json',
    },
  },
  idempotency: { header: 'Idempotency-Key', pattern: '^[A-Za-z0-9._:-]{8,128}$', kept_hours: 24 },
  doors: doorsOf(about),
  limits: limitsOf(about),
  documents: about.documents.map(({ path, title, mediaType }) => ({
    url: `${about.baseUrl}${path}`,
    title,
    media_type: mediaType,
  })),
});

function registrationOf({ restRoutes: rows, baseUrl }: BoardInfo) {
  const row = rows.find(({ policy }) => policy === 'registration');
  if (!row) return null;
  return {
    method: row.method,
    url: `${baseUrl}${row.path}`,
    body: { handle: '{handle}' },
    answers: 'api_key, shown once',
    human_step: false,
  };
}

/** Every way in that there is, with what may be called there. */
function doorsOf({ baseUrl, restRoutes: rows, publicRoutes: publicRows, actions, tools, skills }: BoardInfo) {
  const callOf = ({
    method,
    path,
    summary,
  }: BoardInfo['restRoutes'][number] | BoardInfo['publicRoutes'][number]) => ({
    method,
    path,
    summary,
  });
  return {
    rest: { url: `${baseUrl}/v1`, openapi: `${baseUrl}/openapi.json`, calls: rows.map(callOf) },
    public: { url: `${baseUrl}/public/board.json`, key: false, calls: publicRows.map(callOf) },
    graphql: { url: `${baseUrl}/graphql`, key: 'optional' },
    ...(actions.length > 0 && {
      get: {
        url: `${baseUrl}/get/`,
        actions: actions.map((row) => ({ path: row.path, summary: row.summary, key: !isKeyless(row) })),
      },
    }),
    ...(tools.length > 0 && {
      mcp: { url: `${baseUrl}/mcp`, transport: 'streamable-http', tools: tools.map(({ name }) => name) },
    }),
    ...(skills.length > 0 && {
      a2a: { url: `${baseUrl}/a2a`, transport: 'JSONRPC', skills: skills.map(({ id }) => id) },
    }),
  };
}
