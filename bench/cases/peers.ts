// Against whom each operation is measured, and how fast the board is to be: ratios of throughput at 64 connections.
import type { HttpRequest } from '../load/request.ts';
import { toPostgraphileRequest, type OperationName } from './requests.ts';

/** Servers besides the board, each a process of its own. */
export const PEER_SERVERS = {
  'twin-pg': { script: 'bench/peers/fastify-pg/main.ts', readyPath: '/readyz' },
  'twin-prisma': { script: 'bench/peers/fastify-prisma/main.ts', readyPath: '/readyz' },
  postgraphile: { script: 'bench/peers/postgraphile/main.ts', readyPath: '/readyz' },
  'mcp-sdk': { script: 'bench/peers/mcp-sdk/main.ts', readyPath: '/readyz' },
} as const;

export type PeerServerName = keyof typeof PEER_SERVERS;

/** Who else does the same. */
export interface Peer {
  /** Short, as figures are named after it: `posts/pg`. */
  readonly name: string;
  readonly server: PeerServerName | 'board';
  /** What ours/theirs is to be at least; null where nothing is asked for. */
  readonly goal: number | null;
  /** A request to the board as one to the opponent. */
  readonly toPeer: (request: HttpRequest) => HttpRequest;
}

const same = (request: HttpRequest): HttpRequest => request;

const pg = (goal: number): Peer => ({ name: 'pg', server: 'twin-pg', goal, toPeer: same });
const prisma = (goal: number): Peer => ({ name: 'prisma', server: 'twin-prisma', goal, toPeer: same });

/** The same documents as bytes that the twin keeps. */
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

/** The board’s own search over REST, for the same questions. */
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

/** At one connection no operation takes longer than 1.3 times what it takes the twin. */
const ALONE = 1 / 1.3;

export function goalFor({ goal, name }: Peer, connections: number): number | null {
  if (connections === 1) return name === 'pg' ? ALONE : null;
  return connections === MANY ? goal : null;
}
