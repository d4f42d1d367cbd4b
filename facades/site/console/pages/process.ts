import { html } from 'hono/html';
import type { ProcessMinute } from '../../charts/process-charts.ts';
import { renderProcessMinutes } from '../../charts/process-minutes.ts';
import type { Html } from '../../markup/html.ts';
import { table } from '../../markup/table.ts';
import type { PageContent } from '../../page-definition.ts';

interface RouteUsage {
  readonly server: string;
  readonly method: string;
  readonly route: string;
  readonly requests: number;
  readonly failed: number;
  readonly median_ms: number | null;
  readonly p99_ms: number | null;
}

interface ProcessData {
  readonly process: {
    readonly minutes: readonly ProcessMinute[];
    readonly routes: readonly RouteUsage[];
  } | null;
}

export const renderProcess = ({ process }: ProcessData): PageContent => ({
  title: 'Process',
  body: process
    ? html`<section aria-labelledby="hour">
          <h2 id="hour">The last hour of this process</h2>
          ${process.minutes.length === 0 ? html`<p>The first minute has not ended yet.</p>` : renderProcessMinutes(process.minutes)}
        </section>
        ${renderRoutes(process.routes)}`
    : html`<p>
        This process is not measured. Set <code>METRICS_PORT</code> to see its last hour here, and to let
        Prometheus read its metrics.
      </p>`,
});

const renderRoutes = (routes: readonly RouteUsage[]): Html =>
  html`<section aria-labelledby="routes">
    <h2 id="routes">Routes</h2>
    ${table({
      caption: 'The routes with the most requests since the process started',
      head: ['Route', 'Requests', 'Failed', 'Median in ms', '99th percentile in ms'],
      rows: routes.map(({ server, method, route, requests, failed, median_ms: median, p99_ms: p99 }) => [
        `${method} ${route} (${server})`,
        requests,
        failed,
        median === null ? '' : median.toFixed(1),
        p99 === null ? '' : p99.toFixed(1),
      ]),
    })}
  </section>`;
