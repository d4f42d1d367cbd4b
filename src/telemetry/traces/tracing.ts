// Loaded only when OpenTelemetry is configured. The SDK reads its settings from the standard variables OTEL_*.
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  diag,
  DiagLogLevel,
  type DiagLogger,
  ROOT_CONTEXT,
  type SpanOptions,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { createProxyCheck, normalizeAddress } from '../../../facades/http/server/client-address.ts';
import type { ObserveRequest, ServerName } from '../../../facades/http/server/observe-request.ts';
import { SERVICE_VERSION } from '../../../schema/contract.ts';
import type { Config, TraceProtocol } from '../../config.ts';
import { createRefusalLog } from '../../gateway/load/refusal-log.ts';
import type { Logger } from '../../logger.ts';
import { databaseAttributes, toRequestSpan, toResponseSpan } from './span-attributes.ts';
import { SpanObservation } from './span-observation.ts';

export interface Tracing {
  /** Records a span for each request of a server, with spans of its parts. */
  observeRequests(server: ServerName): ObserveRequest;
  /** Exports the recorded spans. */
  close(): Promise<void>;
}

/** How long the process waits for the last export before it ends. */
const CLOSE_MS = 2_000;

const SERVICE_NAME = 'agent-board';

/** Starts to record and export spans. */
export async function openTracing(
  {
    traceProtocol,
    DATABASE_URL,
    TRUSTED_PROXIES,
  }: Pick<Config, 'traceProtocol' | 'DATABASE_URL' | 'TRUSTED_PROXIES'>,
  log: Logger,
): Promise<Tracing> {
  diag.setLogger(createDiagLogger(log), DiagLogLevel.WARN);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': SERVICE_VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(await createExporter(traceProtocol))],
  });
  const tracer = provider.getTracer(SERVICE_NAME, SERVICE_VERSION);
  const propagator = new W3CTraceContextPropagator();
  const isTrustedProxy = createProxyCheck(TRUSTED_PROXIES);
  const database = databaseAttributes(DATABASE_URL);
  return {
    observeRequests: (server) => (arrived) => {
      const { request, peer } = arrived;
      const caller = propagator.extract(ROOT_CONTEXT, request.headers, HEADER_GETTER);
      const options = toRequestSpan(arrived, server);
      const span = isTrustedProxy(normalizeAddress(peer.address))
        ? tracer.startSpan(request.method, options, caller)
        : tracer.startSpan(request.method, { ...options, ...linkTo(caller) }, ROOT_CONTEXT);
      return {
        observation: span.isRecording() ? new SpanObservation(tracer, span, database) : null,
        end: (served) => {
          const { name, attributes, status } = toResponseSpan(arrived, served);
          span.updateName(name).setAttributes(attributes);
          if (status) span.setStatus(status);
          span.end();
        },
      };
    },
    close: async () => {
      // The process ends, even if the last export fails.
      const exported = provider.shutdown().catch(() => undefined);
      await Promise.race([exported, pause(CLOSE_MS, undefined, { ref: false })]);
      diag.disable();
    },
  };
}

/**
 * Links a new trace to the caller’s trace. With the caller’s span as parent, the caller would decide which requests are recorded:
 * by the sampled flag, and by the trace id, from which samplers compute their decision.
 */
function linkTo(caller: Context): Pick<SpanOptions, 'links'> {
  const context = trace.getSpanContext(caller);
  return context ? { links: [{ context }] } : {};
}

const HEADER_GETTER: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

async function createExporter(protocol: TraceProtocol | null): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

/** Logs the reports of the SDK, such as failed exports, at most once in ten seconds. */
function createDiagLogger(log: Logger): DiagLogger {
  const warn = createRefusalLog(log, 'OpenTelemetry reports a problem');
  const report = (message: string) => warn({ problem: message.slice(0, 500) });
  const ignore = () => undefined;
  return { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
}
