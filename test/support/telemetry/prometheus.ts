import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../processes/free-port.ts';

/** The folder of the files for operators: configuration, alerts and dashboard. */
export const monitoringFolder = join(import.meta.dirname, '../../../docs/monitoring');

interface Result {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

/** A Prometheus server that scrapes a board with the configuration of `docs/monitoring`, twice a second. */
export class TestPrometheus implements AsyncDisposable {
  readonly #url: string;
  readonly #stop: () => Promise<void>;

  constructor(url: string, stop: () => Promise<void>) {
    this.#url = url;
    this.#stop = stop;
  }

  async #get<Data>(path: string): Promise<Data> {
    const response = await fetch(`${this.#url}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { readonly data: Data; readonly error?: string };
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    return data;
  }

  /** Evaluates an expression now. */
  async query(expression: string): Promise<readonly Result[]> {
    const { result } = await this.#get<{ readonly result: readonly Result[] }>(
      `query?${new URLSearchParams({ query: expression }).toString()}`,
    );
    return result;
  }

  /** Waits about 50 s at most until an expression has a result. */
  async waitFor(expression: string): Promise<readonly Result[]> {
    for (let attempt = 0; attempt < 500; attempt++) {
      const result = await this.query(expression).catch(() => []);
      if (result.length > 0) return result;
      await wait(100);
    }
    throw new Error(`Prometheus has no result for ${expression}`);
  }

  /** The names of the alerts that Prometheus has loaded, and the errors of their evaluation. */
  async rules(): Promise<readonly { readonly name: string; readonly lastError?: string }[]> {
    const { groups } = await this.#get<{
      readonly groups: readonly {
        readonly rules: readonly { readonly name: string; readonly lastError?: string }[];
      }[];
    }>('rules');
    return groups.flatMap(({ rules }) => rules);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
  }
}

/** Starts Prometheus with a copy of the files for operators in `folder`. It scrapes `metricsPort`. */
export async function openPrometheus(folder: string, metricsPort: number): Promise<TestPrometheus> {
  await cp(monitoringFolder, folder, { recursive: true });
  const configuration = join(folder, 'prometheus.yml');
  const documented = await readFile(configuration, 'utf8');
  await writeFile(
    configuration,
    documented
      .replace('scrape_interval: 15s', 'scrape_interval: 500ms')
      .replaceAll('9464', String(metricsPort)),
  );
  const port = await findPort();
  const server = spawn(
    'prometheus',
    [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const exited = once(server, 'exit');
  return new TestPrometheus(`http://127.0.0.1:${port}`, async () => {
    server.kill('SIGKILL');
    await exited;
  });
}

/** Runs promtool in the folder of the files for operators. Resolves to its exit code and output. */
export async function runPromtool(
  ...args: readonly string[]
): Promise<readonly [code: number, output: string]> {
  const tool = spawn('promtool', args, { cwd: monitoringFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(tool.stdout), text(tool.stderr)]);
  const [code] = (await once(tool, 'exit')) as [number];
  return [code, (await output).join('')];
}
