import { startBoard } from './board.ts';
import { peersByOperation, PEER_SERVERS, type PeerServerName } from '../cases/peers.ts';
import { type Fixtures, type FixturesOptions, openFixtures } from './fixtures.ts';
import { operationNames, type OperationName } from '../cases/requests.ts';
import { createSample, type Sample } from './sample.ts';
import { type Server, startServer } from './server.ts';

/** All that a measurement needs, running: the board, its opponents, and what is asked of them. */
export interface Environment extends AsyncDisposable {
  readonly fixtures: Fixtures;
  readonly board: Server;
  readonly sample: Sample;
  serverOf(name: PeerServerName | 'board'): Server;
}

interface ArenaParts {
  readonly port: number;
  /** Operations that are to be measured: opponents of others are not started. */
  readonly only: readonly OperationName[];
}

/** On ground of its own, which goes with it. */
export async function openEnvironment({
  port,
  only,
  ...parts
}: ArenaParts & FixturesOptions): Promise<Environment> {
  await using stack = new AsyncDisposableStack();
  const arena = await openEnvironmentOn(stack.use(await openFixtures(parts)), { port, only });
  const ground = stack.move();
  const close = async () => {
    await arena[Symbol.asyncDispose]();
    await ground.disposeAsync();
  };
  return { ...arena, [Symbol.asyncDispose]: close };
}

export async function openEnvironmentOn(ground: Fixtures, { port, only }: ArenaParts): Promise<Environment> {
  await using stack = new AsyncDisposableStack();
  const board = stack.use(await startBoard(ground, port));
  const servers = new Map<string, Server>([['board', board]]);
  const asked = new Set(only.flatMap((name) => peersByOperation[name]).map(({ server }) => server));
  const names = (Object.keys(PEER_SERVERS) as PeerServerName[]).filter((name) => asked.has(name));
  const starting = names.map((name, i) => startPeer(ground, { name, port: port + 2 + i, boardPort: port }));
  for (const server of await settle(starting)) servers.set(stack.use(server).name, server);
  const sample = await createSample(ground.database, port);
  const running = stack.move();
  return {
    fixtures: ground,
    board,
    sample,
    serverOf: (name) => servers.get(name) ?? board,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

interface Peer {
  readonly name: PeerServerName;
  readonly port: number;
  readonly boardPort: number;
}

const startPeer = (ground: Fixtures, { name, port, boardPort }: Peer): Promise<Server> =>
  startServer(ground, {
    name,
    port,
    ...PEER_SERVERS[name],
    environment: {
      BOARD_URL: `http://localhost:${boardPort}`,
      SITE_URL: `http://localhost:${boardPort + 1}`,
    },
  });

/** All of them; where one fails the others are stopped. */
async function settle(starting: readonly Promise<Server>[]): Promise<Server[]> {
  const settled = await Promise.allSettled(starting);
  const failed = settled.find((one) => one.status === 'rejected');
  const started = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (!failed) return started;
  await Promise.all(started.map((server) => server.stop()));
  throw failed.reason;
}

export const isEveryOperation = (only: readonly OperationName[]): boolean =>
  only.length === operationNames.length;
