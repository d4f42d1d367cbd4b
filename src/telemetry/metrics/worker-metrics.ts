// The metrics of a board with workers, in its primary process.
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { type Channel } from '../../workers/channel.ts';
import { gather } from '../../workers/process-group.ts';
import { METRICS_TOPIC } from './metric-sources.ts';
import { registerProcessGauges, type ServingProcesses } from './process-gauges.ts';

/** A metric as prom-client exports it. */
interface ExportedMetric {
  readonly type: string;
}

type Exported = readonly ExportedMetric[];

/** Longer than a worker takes to read its metrics while the database does not respond. */
const MAX_WAIT_MS = 4_000;

/**
 * Joins the metrics of workers. A worker that does not answer counts with its latest values. A worker that has ended counts with
 * its latest counters and histograms. Otherwise the sums would fall: Prometheus takes that for a restart and counts everything a
 * second time.
 */
export class WorkerMetrics {
  readonly #ownRegistry = new Registry();
  readonly #latestMetrics = new Map<Channel, Exported>();
  #endedMetrics: Exported = [];

  constructor(readProcesses: () => ServingProcesses) {
    collectDefaultMetrics({ register: this.#ownRegistry });
    registerProcessGauges(this.#ownRegistry, readProcesses);
  }

  /** Returns the metrics of these workers and of the primary process as text. */
  async render(workers: readonly Channel[]): Promise<string> {
    await Promise.all(workers.map((worker) => this.#read(worker)));
    for (const [worker, metrics] of this.#latestMetrics)
      if (!workers.includes(worker)) {
        this.#latestMetrics.delete(worker);
        this.#endedMetrics = (await joinExports([
          this.#endedMetrics,
          metrics.filter(isCounted),
        ]).getMetricsAsJSON()) as unknown as Exported;
      }
    const ownMetrics = (await this.#ownRegistry.getMetricsAsJSON()) as unknown as Exported;
    return joinExports([...this.#latestMetrics.values(), this.#endedMetrics, ownMetrics]).metrics();
  }

  async #read(worker: Channel): Promise<void> {
    const [metrics] = await gather<Exported>([worker], METRICS_TOPIC, null, MAX_WAIT_MS);
    if (metrics) this.#latestMetrics.set(worker, metrics);
  }
}

const isCounted = ({ type }: ExportedMetric): boolean => type === 'counter' || type === 'histogram';

const joinExports = (all: readonly Exported[]): Registry => AggregatorRegistry.aggregate([...all]);
