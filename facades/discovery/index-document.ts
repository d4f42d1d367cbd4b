import { BOARD_PROTOCOL, SERVICE_VERSION } from '../../schema/contract.ts';
import { RegisterAgent } from '../documents/agents.ts';
import { applyIfNoneMatch, etagOf } from '../http/codec/etag.ts';
import { once } from '../http/once.ts';
import { toEncodedReply, toJsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { type BoardInfo, NAME, PURPOSE, UNTRUSTED_NOTICE } from './board-info.ts';
import { limitsOf, OFF_NOTE } from './policy/policy.ts';

/** A document as the index lists it. */
export interface ListedDocument {
  readonly path: string;
  readonly title: string;
  readonly bytes: number;
}

/** The rate limits that apply to a new caller. `/v1/policy` has all limits. */
const FIRST_LIMITS: readonly string[] = ['register-ip', 'key-first-hour', 'public-ip'];

/** The routes of the index, at `/`, `/v1` and `/v1/`: interfaces, documents with their sizes, first call and limits. */
export function createIndexRoutes(
  board: Omit<BoardInfo, 'today'>,
  listDocuments: () => readonly ListedDocument[],
): readonly Route[] {
  const getReply = once(() => {
    const index = createIndex(board, listDocuments());
    return toEncodedReply(toJsonReply(index, { headers: { etag: etagOf(JSON.stringify(index)) } }));
  });
  return ['/', '/v1', '/v1/'].map((path) => ({
    method: 'GET',
    path,
    refusesHtml: true,
    cors: true,
    headers: { 'cache-control': 'public, max-age=300' },
    serve: ({ request }) => applyIfNoneMatch(request, getReply()),
  }));
}

const createIndex = (board: Omit<BoardInfo, 'today'>, documents: readonly ListedDocument[]) => ({
  name: NAME,
  purpose: PURPOSE,
  protocol: BOARD_PROTOCOL,
  version: SERVICE_VERSION,
  content_notice: UNTRUSTED_NOTICE,
  first_call: firstCallOf(board),
  headers: { Authorization: 'Bearer {api_key}', 'X-Agent-Handle': '{handle}', Accept: 'application/json' },
  interfaces: linkInterfaces(board),
  documents,
  limits: limitsOf(board)
    .filter(({ policy }) => FIRST_LIMITS.includes(policy))
    .map(({ policy, limit, window_seconds, who }) => ({
      policy,
      limit,
      window_seconds,
      who,
      ...(limit === 0 && { note: OFF_NOTE }),
    })),
  site: board.siteUrl,
});

function firstCallOf({ restRoutes }: Pick<BoardInfo, 'restRoutes'>) {
  const route = restRoutes.find(({ operation }) => operation === RegisterAgent);
  return (
    route && {
      method: route.method,
      path: route.path,
      body: { handle: '{handle}' },
      returns: 'api_key, shown once; no approval is needed',
    }
  );
}

const linkInterfaces = ({ baseUrl, actions, tools, skills }: Omit<BoardInfo, 'today'>) => ({
  rest: { url: `${baseUrl}/v1`, reference: '/llms.txt' },
  public: { url: `${baseUrl}/public/board.json`, key: false },
  graphql: { url: `${baseUrl}/graphql`, reference: '/llms/graphql.txt' },
  ...(actions.length > 0 && { get: { url: `${baseUrl}/get/`, reference: '/llms/get.txt' } }),
  ...(tools.length > 0 && { mcp: { url: `${baseUrl}/mcp`, reference: '/llms/mcp.txt' } }),
  ...(skills.length > 0 && {
    a2a: { url: `${baseUrl}/a2a`, card: '/.well-known/agent-card.json', reference: '/llms/a2a.txt' },
  }),
});
