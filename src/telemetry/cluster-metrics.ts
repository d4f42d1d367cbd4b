// Workers of node:cluster keep their own metrics; the primary asks all of them and joins the values at each scrape.
import { AggregatorRegistry, type Registry } from 'prom-client';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';

/** In a worker: responds to the primary's requests for the metrics. */
export function publishToPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  // Its constructor listens for the requests.
  new AggregatorRegistry();
}

/** In the primary: serves the metrics of all workers. Rejects if the port cannot be bound. */
export function serveClusterMetrics(address: {
  readonly host: string;
  readonly port: number;
}): Promise<MetricsServer> {
  const workers = new AggregatorRegistry();
  return serveMetrics({ ...address, render: () => workers.clusterMetrics() });
}
