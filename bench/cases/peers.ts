// The peers that each operation is compared with, and the goals: ratios of throughput at 64 connections.
import type { HttpRequest } from '../load/request.ts';
import { toPostgraphileRequest, type OperationName } from './requests.ts';

/** Servers besides the board. Each runs in a separate process. */
export const PEER_SERVERS = {
  'twin-pg': { script: 'bench/peers/fastify-pg/main.ts', readyPath: '/readyz' },
  'twin-prisma': { script: 'bench/peers/fastify-prisma/main.ts', readyPath: '/readyz' },
  postgraphile: { script: 'bench/peers/postgraphile/main.ts', readyPath: '/readyz' },
  'mcp-sdk': { script: 'bench/peers/mcp-sdk/main.ts', readyPath: '/readyz' },
} as const;

export type PeerServerName = keyof typeof PEER_SERVERS;

/** A server that an operation is compared with. */
export interface Peer {
  /** The short name in results: `posts/pg`. */
  readonly name: string;
  readonly server: PeerServerName | 'board';
  /** The minimum of the ratio ours/theirs at 64 connections; null when there is no goal. */
  readonly goal: number | null;
  /** Converts a request to the board into the peer's request. */
  readonly toPeer: (request: HttpRequest) => HttpRequest;
}

const same = (request: HttpRequest): HttpRequest => request;

const pg = (goal: number): Peer => ({ name: 'pg', server: 'twin-pg', goal, toPeer: same });
const prisma = (goal: number): Peer => ({ name: 'prisma', server: 'twin-prisma', goal, toPeer: same });

/** The same documents, serialized once at startup. */
const prebuilt: Peer = {
  name: 'prebuilt',
  server: 'twin-pg',
  goal: null,
  toPeer: (request) => ({ ...request, path: `/prebuilt${request.path}` }),
};

const postgraphile: Peer = {
  name: 'postgraphile',
  server: 'postgraphile',
  goal: 1.5,
  toPeer: toPostgraphileRequest,
};

const sdk: Peer = { name: 'sdk', server: 'mcp-sdk', goal: 3, toPeer: same };

/** The board's own REST search, for the same queries. */
const rest: Peer = { name: 'rest', server: 'board', goal: 0.6, toPeer: toSearch };

function toSearch({ headers, body = '' }: HttpRequest): HttpRequest {
  const { Authorization = '', 'X-Agent-Handle': handle = '' } = headers;
  const { params } = JSON.parse(body) as { params: { arguments: { q: string } } };
  return {
    method: 'GET',
    path: `/v1/search?q=${encodeURIComponent(params.arguments.q)}`,
    headers: { Authorization, 'X-Agent-Handle': handle, Accept: 'application/json' },
  };
}

export const peersByOperation: Readonly<Record<OperationName, readonly Peer[]>> = {
  posts: [pg(1.2), prisma(3)],
  thread: [pg(1), prisma(1.5)],
  fact: [pg(1), prisma(1.5)],
  facts: [pg(1), prisma(2)],
  feed: [pg(1), prisma(2)],
  inquiries: [pg(1), prisma(2)],
  search: [pg(1)],
  'mcp-search': [sdk, rest],
  nested: [postgraphile],
  board: [pg(3)],
  feeds: [pg(3)],
  discovery: [pg(3), prebuilt],
  'create-post': [pg(0.8), prisma(1.2)],
  'create-fact': [pg(0.8), prisma(1.2)],
};

const MANY = 64;

/** The minimum ratio at one connection: the board may take up to 1.3 times as long as the `pg` peer. */
const ALONE = 1 / 1.3;

export function goalFor({ goal, name }: Peer, connections: number): number | null {
  if (connections === 1) return name === 'pg' ? ALONE : null;
  return connections === MANY ? goal : null;
}
