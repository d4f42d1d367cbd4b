// Three PostgreSQL servers under Patroni, with etcd, and HAProxy in front of the primary.
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findServerAccount } from '../../prisma/postgres/account.ts';
import { kill, killWithChildren, startProgram } from './processes.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const NODES = [1, 2, 3];

/** A leader that does not renew its key in etcd loses the key after `ttl` seconds. */
const TIMES = { ttl: 8, loop_wait: 2, retry_timeout: 2 };

const CREDENTIALS = { username: 'postgres', password: 'cluster' };

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** The cluster. It uses ports from `port` + 1 to `port` + 12. */
export class PatroniCluster {
  readonly #folder: string;
  readonly #port: number;
  readonly #patronis = new Map<string, ChildProcess>();
  readonly #others: ChildProcess[] = [];
  readonly #onStart: (name: string, pid: number) => void;

  /** `onStart` is called with the node and process id of each Patroni before it has a connection. */
  constructor(folder: string, port: number, onStart: (name: string, pid: number) => void = () => undefined) {
    this.#folder = folder;
    this.#port = port;
    this.#onStart = onStart;
  }

  /** Leads to the primary, whichever server that is. */
  get primaryUrl(): string {
    return `postgresql://postgres:cluster@127.0.0.1:${this.#port + 10}/board`;
  }

  get readUrls(): readonly string[] {
    return NODES.map((node) => `postgresql://postgres:cluster@127.0.0.1:${this.#port + node}/board`);
  }

  async start(): Promise<void> {
    this.#startEtcd();
    for (const node of NODES) {
      await this.#prepare(node);
      await this.startNode(`node${node}`);
      // The first server creates the cluster, and the others copy its data.
      if (node === 1)
        await this.#waitUntil((members) =>
          members.some(({ role, state }) => role === 'leader' && state === 'running'),
        );
    }
    await this.waitUntilComplete();
    this.#startHaproxy();
    await this.#createDatabase();
  }

  #startEtcd(): void {
    const clientUrl = `http://127.0.0.1:${this.#port + 11}`;
    const peerUrl = `http://127.0.0.1:${this.#port + 12}`;
    const command = [
      ...['etcd', '--data-dir', join(this.#folder, 'etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `default=${peerUrl}`],
    ];
    this.#others.push(startProgram(this.#folder, { name: 'etcd', command }));
  }

  async #prepare(node: number): Promise<void> {
    const folder = join(this.#folder, `node${node}`);
    mkdirSync(folder);
    const account = await findServerAccount(folder);
    if (account) await chown(folder, account.uid, account.gid);
    const file = join(this.#folder, `node${node}.json`);
    writeFileSync(file, JSON.stringify(this.#settingsOf(node, folder)));
    chmodSync(file, 0o644);
  }

  #settingsOf(node: number, folder: string): object {
    const [server, api] = [`127.0.0.1:${this.#port + node}`, `127.0.0.1:${this.#port + 3 + node}`];
    return {
      scope: 'board',
      name: `node${node}`,
      restapi: { listen: api, connect_address: api },
      etcd3: { host: `127.0.0.1:${this.#port + 11}` },
      bootstrap: {
        dcs: {
          ...TIMES,
          synchronous_mode: true,
          // A standby takes over at once, instead of waiting until the primary is started again.
          primary_start_timeout: 0,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 200, wal_log_hints: 'on', wal_keep_size: '1GB' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
        pg_hba: [
          'local all all trust',
          'host all all 127.0.0.1/32 trust',
          'host replication all 127.0.0.1/32 trust',
        ],
      },
      postgresql: {
        listen: server,
        connect_address: server,
        data_dir: join(folder, 'data'),
        bin_dir: BINARIES,
        pgpass: join(folder, 'pgpass'),
        authentication: { superuser: CREDENTIALS, replication: CREDENTIALS, rewind: CREDENTIALS },
        // So that Patroni reaches the server on its machine even while the network is cut.
        use_unix_socket: true,
        parameters: { unix_socket_directories: folder },
      },
    };
  }

  async startNode(name: string): Promise<void> {
    const account = await findServerAccount(join(this.#folder, name));
    const command = ['patroni', join(this.#folder, `${name}.json`)];
    const patroni = startProgram(this.#folder, { name, command, account });
    this.#patronis.set(name, patroni);
    this.#onStart(name, patroni.pid ?? 0);
  }

  #startHaproxy(): void {
    const servers = NODES.map(
      (node) => `  server node${node} 127.0.0.1:${this.#port + node} check port ${this.#port + 3 + node}`,
    );
    const config = `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 1s
  retries 0
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${this.#port + 10}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms downinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, config);
    this.#others.push(
      startProgram(this.#folder, { name: 'haproxy', command: ['haproxy', '-db', '-f', file] }),
    );
  }

  async #createDatabase(): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const client = new Client({ connectionString: this.primaryUrl.replace(/board$/, 'postgres') });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('create database board');
        return;
      } catch {
        // HAProxy has not found the primary yet.
        await wait(200);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
    throw new Error('the primary cannot be reached through HAProxy');
  }

  /** The members that Patroni lists; empty if no Patroni responds. */
  async members(): Promise<readonly Member[]> {
    for (const node of NODES) {
      const url = `http://127.0.0.1:${this.#port + 3 + node}/cluster`;
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async #waitUntil(isDone: (members: readonly Member[]) => boolean, seconds = 90): Promise<void> {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      if (isDone(await this.members())) return;
      await wait(300);
    }
    throw new Error(`the cluster is not in the expected state: ${JSON.stringify(await this.members())}`);
  }

  /** Waits until there are a primary, a synchronous standby and another standby. */
  waitUntilComplete(): Promise<void> {
    return this.#waitUntil(
      (members) =>
        members.length === NODES.length &&
        members.every(({ state }) => state === 'running' || state === 'streaming') &&
        ['leader', 'sync_standby'].every((role) => members.some((member) => member.role === role)),
    );
  }

  /** The name of the primary. */
  async findPrimary(): Promise<string> {
    const leader = (await this.members()).find(({ role }) => role === 'leader');
    if (!leader) throw new Error('there is no primary');
    return leader.name;
  }

  /** Kills the primary; with `machine` also its Patroni. Returns the name of the primary. */
  async killPrimary({ machine }: { readonly machine: boolean }): Promise<string> {
    const name = await this.findPrimary();
    const patroni = this.#patronis.get(name)?.pid;
    if (machine && patroni) killWithChildren(patroni);
    const pidFile = join(this.#folder, name, 'data/postmaster.pid');
    killWithChildren(Number.parseInt(readFileSync(pidFile, 'utf8'), 10));
    return name;
  }

  async stop(): Promise<void> {
    for (const child of [...this.#patronis.values()]) if (child.pid) kill(child.pid, 'SIGTERM');
    await wait(5_000);
    for (const child of [...this.#patronis.values(), ...this.#others])
      if (child.pid) kill(-child.pid, 'SIGKILL');
  }
}
