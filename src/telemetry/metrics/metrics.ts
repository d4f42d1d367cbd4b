import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Part } from '../../../prisma/client.ts';
import type { ServedRequest, ServerName } from '../../../facades/http/server/observe-request.ts';
import { toBoardError } from '../../../schema/errors.ts';

/** Upper bounds of the buckets of a histogram, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Upper bounds for SQL statements, which often take less than a millisecond. */
const STATEMENT_BUCKETS = [0.00025, 0.0005, ...BUCKETS];

/** Stands for requests whose path no route has, and for methods that no route has. */
const UNKNOWN = '(none)';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The metrics that are counted when something happens. `register-read-metrics.ts` has those that are read at each scrape. Labels
 * have values from the code only: routes, fields, tools, statuses, error codes; never text of a caller.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #histogram = (name: string, help: string, labelNames: readonly string[], buckets = BUCKETS) =>
    new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  readonly #counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers: [this.registry] });

  readonly #requests = this.#counter('board_http_requests_total', 'Requests that have ended.', [
    'server',
    'method',
    'route',
    'status',
  ]);
  readonly #requestDuration = this.#histogram(
    'board_http_request_duration_seconds',
    'Time from the arrival of a request until its response is ready; without requests that wait for news.',
    ['server', 'method', 'route'],
  );
  readonly #operations = this.#counter('board_operations_total', 'GraphQL operations of all interfaces.', [
    'type',
    'field',
    'outcome',
  ]);
  readonly #operationDuration = this.#histogram(
    'board_operation_duration_seconds',
    'Duration of GraphQL operations by root field.',
    ['type', 'field'],
  );
  readonly #tools = this.#counter('board_mcp_tool_calls_total', 'Calls of MCP tools.', ['tool', 'outcome']);
  readonly #toolDuration = this.#histogram(
    'board_mcp_tool_call_duration_seconds',
    'Duration of calls of MCP tools.',
    ['tool'],
  );
  readonly #transactionDuration = this.#histogram(
    'board_transaction_duration_seconds',
    'Time of a write in the database, from its arrival in the queue until its commit.',
    ['queue'],
  );
  readonly #statementDuration = this.#histogram(
    'board_statement_duration_seconds',
    'Duration of SQL statements of requests, the wait for a connection included. The reads of live pages are left out.',
    [],
    STATEMENT_BUCKETS,
  );
  readonly #newsLag = this.#histogram(
    'board_news_lag_seconds',
    'Time from the announcement of a commit until a waiting request or stream has read the news.',
    [],
  );
  readonly #eventLoopDelay = this.#histogram(
    'board_event_loop_delay_seconds',
    'Delay of the event loop, measured ten times a second.',
    [],
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  countRequest(
    server: ServerName,
    method: string,
    { route, status, readyMs, hasWaited }: ServedRequest,
  ): void {
    const labels = {
      server,
      method: METHODS.has(method) ? method : UNKNOWN,
      route: route ?? UNKNOWN,
    };
    this.#requests.inc({ ...labels, status });
    if (!hasWaited) this.#requestDuration.observe(labels, readyMs / 1000);
  }

  countPart(part: Part, milliseconds: number, error: unknown): void {
    const seconds = milliseconds / 1000;
    const outcome = error === undefined ? 'ok' : toBoardError(error).code;
    if (part.kind === 'statement') this.#statementDuration.observe(seconds);
    else if (part.kind === 'transaction') this.#transactionDuration.observe({ queue: part.queue }, seconds);
    else if (part.kind === 'tool') {
      this.#tools.inc({ tool: part.name, outcome });
      this.#toolDuration.observe({ tool: part.name }, seconds);
    } else {
      const labels = { type: part.type, field: part.field };
      this.#operations.inc({ ...labels, outcome });
      this.#operationDuration.observe(labels, seconds);
    }
  }

  observeNewsLag(milliseconds: number): void {
    this.#newsLag.observe(milliseconds / 1000);
  }

  observeEventLoopDelay(milliseconds: number): void {
    this.#eventLoopDelay.observe(milliseconds / 1000);
  }
}
