import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { inspectPooler } from '../../../prisma/connections/pooler.ts';
import { findServerAccount } from '../../../prisma/postgres/account.ts';
import { findPort } from '../processes/free-port.ts';
import { findPgbouncer } from './find-pgbouncer.ts';

/** PgBouncer in front of a server, on a loopback port. */
export interface TestPgbouncer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  readonly preparesStatements: boolean;
  /** `SIGSTOP` stops the process until `SIGCONT`. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
}

/** Starts PgBouncer with transaction pooling. `settings` are further settings of its section `[pgbouncer]`. */
export async function openPgbouncer(
  server: ClientConfig,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<TestPgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await findPort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, toIni(server, { listen_port: port, ...settings }));
  const socketFolder = server.host?.startsWith('/') ? server.host : undefined;
  const child = spawn(findPgbouncer() ?? 'pgbouncer', [file], {
    ...(await findServerAccount(socketFolder ?? folder)),
    cwd: socketFolder ?? folder,
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const { preparesStatements } = await retry(() => inspectPooler({ ...server, host: '127.0.0.1', port }));
  return {
    host: '127.0.0.1',
    port,
    preparesStatements,
    signal: (name) => void child.kill(name),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

/** The text of the configuration file. */
function toIni({ host = '', port = 5432, user, password }: ClientConfig, settings: object): string {
  const secret = typeof password === 'string' ? ` password=${password}` : '';
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: 1000,
    default_pool_size: 8,
    server_idle_timeout: 5,
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  // PgBouncer reaches a Unix socket through its working directory (`cwd` above): its account cannot enter the parent folders.
  return [
    '[databases]',
    `* = host=${host.startsWith('/') ? '/proc/self/cwd' : host} port=${port} user=${user ?? ''}${secret}`,
    '[pgbouncer]',
    ...lines,
    '',
  ].join('\n');
}

async function retry<Result>(run: () => Promise<Result>, attempts = 100): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (attempts === 1) throw error;
    await wait(20);
    return retry(run, attempts - 1);
  }
}
