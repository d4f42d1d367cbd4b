import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { BoardProcess } from './board-process.ts';

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface WorkerReply {
  readonly status: number;
  readonly text: string;
}

/** A kept-alive connection to a board: the same worker serves all its requests. */
export class WorkerConnection implements Disposable {
  readonly #board: BoardProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(board: BoardProcess) {
    this.#board = board;
  }

  /**
   * Sends a request, and repeats it for up to 10 s if it is refused with 503. Rejects if the connection is lost before the response
   * is complete.
   */
  async call(requestLine: string, options: CallOptions = {}): Promise<WorkerReply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await this.#send(requestLine, options);
      if (reply.status !== 503 || attempt === 100) return reply;
      await wait(100);
    }
  }

  async #send(requestLine: string, { headers, body }: CallOptions): Promise<WorkerReply> {
    const [method, path = ''] = requestLine.split(' ');
    const outgoing = request(this.#board.baseUrl + path, {
      agent: this.#agent,
      method: method ?? '',
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await text(response) };
  }

  /** Returns the process id of the worker that serves the connection, after its first request. Linux only. */
  async findWorker(workers: readonly number[]): Promise<number | undefined> {
    const [socket] = Object.values(this.#agent.freeSockets).flatMap((sockets) => sockets ?? []);
    const inode = await findServerSocket(this.#board.port, socket?.localPort ?? 0);
    const sockets = await Promise.all(workers.map(listSockets));
    return workers.find((_, i) => sockets[i]?.includes(`socket:[${inode}]`));
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** Opens a connection and sends a first request, so that `findWorker` finds its worker. */
export async function openWorkerConnection(board: BoardProcess): Promise<WorkerConnection> {
  const connection = new WorkerConnection(board);
  await connection.call('GET /healthz');
  return connection;
}

/** Opens a connection that the worker with the process id `worker` serves. */
export async function openConnectionTo(
  board: BoardProcess,
  workers: readonly number[],
  worker: number,
): Promise<WorkerConnection> {
  for (;;) {
    const connection = await openWorkerConnection(board);
    if ((await connection.findWorker(workers)) === worker) return connection;
    connection[Symbol.dispose]();
  }
}

/** The column of /proc/net/tcp with the inode of the socket. */
const INODE_COLUMN = 9;

/** Returns the inode of the server's socket of a connection. */
async function findServerSocket(serverPort: number, clientPort: number): Promise<string | undefined> {
  const [server, client] = [serverPort, clientPort].map(
    (port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((row) => row.trim().split(/ +/));
  return rows.find(([, local, remote]) => local?.endsWith(server ?? '') && remote?.endsWith(client ?? ''))?.[
    INODE_COLUMN
  ];
}

async function listSockets(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
}
