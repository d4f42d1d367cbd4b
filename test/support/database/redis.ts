import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { findPort } from '../processes/free-port.ts';

export interface TestRedis extends AsyncDisposable {
  readonly url: string;
  /** Kills the server, as a crash would. */
  kill(): Promise<void>;
}

/** Starts a Redis server on a free loopback port, without persistence. */
export async function openRedis(): Promise<TestRedis> {
  const port = await findPort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  const exited = once(server, 'exit');
  const url = `redis://127.0.0.1:${port}`;
  await waitUntilReady(url);
  const kill = async () => {
    server.kill('SIGKILL');
    await exited;
  };
  return { url, kill, [Symbol.asyncDispose]: () => (server.exitCode === null ? kill() : Promise.resolve()) };
}

async function waitUntilReady(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 100 });
  client.on('error', () => undefined);
  await client.ping();
  client.disconnect();
}
