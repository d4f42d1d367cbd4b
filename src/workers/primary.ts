// The primary process of a board with workers: it opens the database, counts the calls of all workers, and keeps them running.
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { printStart } from '../print-start.ts';
import type { RunningBoard } from '../running-board.ts';
import { openStore, type Store } from '../store.ts';
import type { MetricsServer } from '../telemetry/metrics/metrics-server.ts';
import { warnOfNodeVersion } from '../node-version.ts';
import { warnOfUntrustedProxy } from '../untrusted-proxies.ts';
import { divideConnections } from './connections.ts';
import { handleGather } from './process-group.ts';
import { createSharedLimits } from './shared-limits.ts';
import { Supervisor } from './supervisor.ts';
import { forkWorker, type WorkerError, type WorkerProcess } from './worker-process.ts';
import type { WorkerStart } from './worker.ts';

interface PrimaryOptions {
  readonly config: Config;
  readonly log: Logger;
}

/** Opens the database, starts the workers and prints the URLs of the board. Resolves when all workers serve. */
export async function startPrimary({ config, log }: PrimaryOptions): Promise<RunningBoard> {
  // Workers load their modules while the database opens.
  const opening = openStore(config, log);
  const supervisor = createSupervisor({
    config,
    log,
    opening,
    onFailure: (error) => void stopAndFail(error),
  });
  let metrics: MetricsServer | undefined;
  const stop = async () => {
    await supervisor.stop();
    await metrics?.close();
    await opening.then(
      (store) => store.close(),
      () => undefined,
    );
  };
  const stopAndFail = async (error: WorkerError) => {
    await stop();
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  };
  let isStarted = false;
  process.on('SIGHUP', () => {
    if (isStarted) supervisor.restart();
  });
  try {
    metrics = await openMetrics(config, supervisor);
    const [store] = await Promise.all([opening, supervisor.start()]);
    warnOfNodeVersion(process.versions.node, log);
    warnOfUntrustedProxy(config, log);
    await printStart(config, store, describeWorkers(supervisor.serving));
    isStarted = true;
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Serves the metrics of all workers. Returns undefined, and does not load prom-client, without METRICS_PORT. */
async function openMetrics(
  { HOST: host, METRICS_PORT: port, WORKERS: configured }: Config,
  supervisor: Supervisor,
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined;
  const { WorkerMetrics } = await import('../telemetry/metrics/worker-metrics.ts');
  const { serveMetrics } = await import('../telemetry/metrics/metrics-server.ts');
  const metrics = new WorkerMetrics(() => ({ serving: supervisor.serving.length, configured }));
  const render = () => metrics.render(supervisor.active.map(({ channel }) => channel));
  return serveMetrics({ host, port, render });
}

const describeWorkers = (workers: readonly WorkerProcess[]): string =>
  `${workers.length} workers: pids ${workers.map(({ pid }) => pid).join(', ')}`;

function createSupervisor({
  config,
  log,
  opening,
  onFailure,
}: PrimaryOptions & {
  readonly opening: Promise<Store>;
  readonly onFailure: (error: WorkerError) => void;
}): Supervisor {
  const shareLimits = createSharedLimits();
  const starting = opening.then(async ({ database, connection, pooler, isEmbedded }) => ({
    ...{ config, connection, pooler, isEmbedded },
    connections: await divideConnections(database, config),
  }));
  // Workers report the failure: their request `start` is rejected.
  starting.catch(() => undefined);
  const fork = (number: number): WorkerProcess => {
    const worker = forkWorker(number);
    const { channel } = worker;
    channel.handle('start', async (): Promise<WorkerStart> => {
      return { ...(await starting), number, preparesBeforeListening: supervisor.serving.length > 0 };
    });
    shareLimits(channel);
    handleGather(channel, () => supervisor.active.map((each) => each.channel));
    return worker;
  };
  const onChange = createTaskAppointment(() => supervisor.serving);
  const supervisor = new Supervisor({
    workers: config.WORKERS,
    databaseOpening: opening,
    ...{ fork, onChange, onFailure, log },
  });
  return supervisor;
}

/**
 * Creates a function that appoints one of the serving workers to run the periodic tasks and to call webhooks, unless the appointed
 * worker still serves. While the previous worker closes, both may run tasks: tasks and calls of several processes do not harm each
 * other.
 */
function createTaskAppointment(serving: () => readonly WorkerProcess[]): () => void {
  let appointed: WorkerProcess | undefined;
  return () => {
    const workers = serving();
    if (appointed && workers.includes(appointed)) return;
    // The newest: if a rolling restart has started it, the restart does not replace it again.
    appointed = workers.at(-1);
    // If the worker has ended, the next change of `serving` appoints another one.
    appointed?.channel.request('run tasks').catch(() => undefined);
  };
}
