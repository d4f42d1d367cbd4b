import type { Observation, Part } from '../../../prisma/client.ts';
import type { ObserveRequest, ServerName } from '../../../facades/http/server/observe-request.ts';
import type { Metrics } from './metrics.ts';

/** Creates the observer that measures the requests of a server and their parts. */
export function createMetricsObserver(metrics: Metrics, server: ServerName): ObserveRequest {
  const observation: Observation = {
    begin: (part) => new MeasuredPart(metrics, part),
    end: () => undefined,
    recordNewsLag: (milliseconds) => metrics.observeNewsLag(milliseconds),
  };
  return ({ request: { method } }) => ({
    observation,
    end: (served) => metrics.countRequest(server, method, served),
  });
}

class MeasuredPart implements Observation {
  readonly #metrics: Metrics;
  readonly #part: Part;
  readonly #startedAt = performance.now();

  constructor(metrics: Metrics, part: Part) {
    this.#metrics = metrics;
    this.#part = part;
  }

  begin(part: Part): Observation {
    return new MeasuredPart(this.#metrics, part);
  }

  end(error?: unknown): void {
    this.#metrics.countPart(this.#part, performance.now() - this.#startedAt, error);
  }

  recordNewsLag(milliseconds: number): void {
    this.#metrics.observeNewsLag(milliseconds);
  }
}
