// The peers that each operation is compared with, and the smallest acceptable ratios of throughput, board/peer.
import type { HttpRequest } from '../load/request.ts';
import { installPostgraphile } from '../peers/postgraphile/install.ts';
import { toPostgraphileRequest } from './nested.ts';
import type { OperationName } from './requests.ts';

interface PeerServer {
  readonly script: string;
  readonly readyPath: string;
  /** Called before the server is started. */
  readonly prepare?: () => Promise<void>;
}

export type PeerServerName = 'fastify-pg' | 'fastify-prisma' | 'postgraphile' | 'mcp-sdk';

/** Servers besides the board. Each runs in a separate process. */
export const PEER_SERVERS: Readonly<Record<PeerServerName, PeerServer>> = {
  'fastify-pg': { script: 'bench/peers/fastify-pg/main.ts', readyPath: '/readyz' },
  'fastify-prisma': { script: 'bench/peers/fastify-prisma/main.ts', readyPath: '/readyz' },
  postgraphile: {
    script: 'bench/peers/postgraphile/main.ts',
    readyPath: '/readyz',
    prepare: installPostgraphile,
  },
  'mcp-sdk': { script: 'bench/peers/mcp-sdk/main.ts', readyPath: '/readyz' },
};

/** A server that an operation is compared with. */
export interface Peer {
  /** The short name in results: `pg` in `posts/pg`. */
  readonly name: string;
  readonly server: PeerServerName | 'board';
  /** The smallest acceptable ratio at 64 connections; null for none. */
  readonly minRatio: number | null;
  /** Converts a request to the board into the peer's request. */
  readonly toPeerRequest: (request: HttpRequest) => HttpRequest;
}

const unchanged = (request: HttpRequest): HttpRequest => request;

const pg = (minRatio: number): Peer => ({
  name: 'pg',
  server: 'fastify-pg',
  minRatio,
  toPeerRequest: unchanged,
});
const prisma = (minRatio: number): Peer => ({
  name: 'prisma',
  server: 'fastify-prisma',
  minRatio,
  toPeerRequest: unchanged,
});

/** The `pg` peer’s documents, serialized once at startup. */
const prebuilt: Peer = {
  name: 'prebuilt',
  server: 'fastify-pg',
  minRatio: null,
  toPeerRequest: (request) => ({ ...request, path: `/prebuilt${request.path}` }),
};

const postgraphile: Peer = {
  name: 'postgraphile',
  server: 'postgraphile',
  minRatio: 1.5,
  toPeerRequest: toPostgraphileRequest,
};

const sdk: Peer = { name: 'sdk', server: 'mcp-sdk', minRatio: 3, toPeerRequest: unchanged };

/** The board's REST search, for the queries of `mcp-search`. */
const rest: Peer = { name: 'rest', server: 'board', minRatio: 0.6, toPeerRequest: toRestSearch };

function toRestSearch({ headers, body = '' }: HttpRequest): HttpRequest {
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
  mixed: [pg(1.2)],
};

/** The number of connections that `Peer.minRatio` applies to. */
const MIN_RATIO_CONNECTIONS = 64;

/** With one connection the board may take up to 1.3 times as long as the `pg` peer. */
const MIN_RATIO_AT_ONE_CONNECTION = 1 / 1.3;

/** The smallest acceptable ratio at this number of connections; null for none. */
export function minRatioFor({ minRatio, name }: Peer, connections: number): number | null {
  if (connections === 1) return name === 'pg' ? MIN_RATIO_AT_ONE_CONNECTION : null;
  return connections === MIN_RATIO_CONNECTIONS ? minRatio : null;
}
