// A primary with two workers, each with metrics. The primary prints their joined metrics, and exits.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { serveClusterMetrics, publishToPrimary } from '../../../src/telemetry/cluster-metrics.ts';
import { Metrics } from '../../../src/telemetry/metrics.ts';

function work(): void {
  const metrics = new Metrics();
  const served = { bytes: 0, caller: null, readyMs: 1, totalMs: 1, hasWaited: false, isComplete: true };
  metrics.countRequest('api', 'GET', { ...served, route: '/healthz', status: 200 });
  publishToPrimary(metrics.registry);
  process.send?.('ready');
}

async function lead(): Promise<void> {
  const server = await serveClusterMetrics({ host: '127.0.0.1', port: 0 });
  const workers = [cluster.fork(), cluster.fork()];
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  process.stdout.write(await response.text());
  await server.close();
  for (const worker of workers) worker.kill();
}

if (cluster.isPrimary) await lead();
else work();
