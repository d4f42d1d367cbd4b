import { startBoard } from './board.ts';
import { peersByOperation, PEER_SERVERS, type PeerServerName } from '../cases/peers.ts';
import { type Fixtures, type FixturesOptions, openFixtures } from './fixtures.ts';
import { operationNames, type OperationName } from '../cases/requests.ts';
import { createSample, type Sample } from './sample.ts';
import { type Server, startServer } from './server.ts';

/** The running board and its peers, their database, and the sample that requests are made from. */
export interface Environment extends AsyncDisposable {
  readonly fixtures: Fixtures;
  readonly board: Server;
  readonly sample: Sample;
  serverOf(name: PeerServerName | 'board'): Server;
}

interface EnvironmentOptions {
  readonly port: number;
  /** Operations to measure. Peers of other operations are not started. */
  readonly only: readonly OperationName[];
  readonly boardNodeOptions?: readonly string[];
}

/** Opens the database, in `folder` or a temporary folder, and starts the servers. Disposal stops all of them. */
export async function openEnvironment({
  port,
  only,
  ...fixturesOptions
}: Omit<EnvironmentOptions, 'boardNodeOptions'> & FixturesOptions): Promise<Environment> {
  await using stack = new AsyncDisposableStack();
  const environment = await openEnvironmentOn(stack.use(await openFixtures(fixturesOptions)), { port, only });
  const resources = stack.move();
  const close = async () => {
    await environment[Symbol.asyncDispose]();
    await resources.disposeAsync();
  };
  return { ...environment, [Symbol.asyncDispose]: close };
}

/** Starts the servers on an open database. Disposal leaves the database open. */
export async function openEnvironmentOn(
  fixtures: Fixtures,
  { port, only, boardNodeOptions = [] }: EnvironmentOptions,
): Promise<Environment> {
  await using stack = new AsyncDisposableStack();
  const board = stack.use(await startBoard(fixtures, port, { nodeOptions: boardNodeOptions }));
  const servers = new Map<string, Server>([['board', board]]);
  const neededServers = new Set(only.flatMap((name) => peersByOperation[name]).map(({ server }) => server));
  const names = (Object.keys(PEER_SERVERS) as PeerServerName[]).filter((name) => neededServers.has(name));
  // The board's site listens on `port + 1`.
  const starting = names.map((name, i) => startPeer(fixtures, { name, port: port + 2 + i, boardPort: port }));
  for (const server of await waitForAll(starting)) servers.set(stack.use(server).name, server);
  const sample = await createSample(fixtures.database, port);
  const resources = stack.move();
  return {
    fixtures,
    board,
    sample,
    serverOf: (name) => requireServer(servers, name),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function requireServer(servers: ReadonlyMap<string, Server>, name: string): Server {
  const server = servers.get(name);
  if (!server) throw new Error(`the server ${name} is not started`);
  return server;
}

async function startPeer(
  fixtures: Fixtures,
  {
    name,
    port,
    boardPort,
  }: { readonly name: PeerServerName; readonly port: number; readonly boardPort: number },
): Promise<Server> {
  const { prepare, ...peer } = PEER_SERVERS[name];
  await prepare?.();
  return startServer(fixtures, {
    name,
    port,
    ...peer,
    env: {
      BOARD_URL: `http://localhost:${boardPort}`,
      SITE_URL: `http://localhost:${boardPort + 1}`,
    },
  });
}

/** Waits until all servers have started. If a server fails, stops the started ones and throws its error. */
async function waitForAll(starting: readonly Promise<Server>[]): Promise<Server[]> {
  const outcomes = await Promise.allSettled(starting);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  const startedServers = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  if (!failure) return startedServers;
  await Promise.all(startedServers.map((server) => server.stop()));
  throw failure.reason;
}

export const isEveryOperation = (only: readonly OperationName[]): boolean =>
  only.length === operationNames.length;
