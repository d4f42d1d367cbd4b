import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** A span as OTLP/HTTP sends it in JSON. Attributes are by name. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

const toRecord = (attributes: readonly Attribute[]): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'intValue' in value ? Number(value['intValue']) : (Object.values(value)[0] ?? ''),
    ]),
  );

/** A collector of traces on this machine: OTLP over HTTP. */
export class TraceReceiver implements AsyncDisposable {
  readonly url: string;
  readonly spans: ReceivedSpan[] = [];
  /** The resource of the newest spans. */
  resource: ReceivedSpan['attributes'] = {};
  /** Everything that was received. */
  raw = '';
  readonly contentTypes = new Set<string>();
  readonly #close: () => Promise<void>;

  constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  receive(contentType: string, body: Buffer): void {
    this.raw += body.toString('latin1');
    this.contentTypes.add(contentType);
    if (contentType !== 'application/json') return;
    for (const { resource, scopeSpans } of (JSON.parse(body.toString()) as Export).resourceSpans) {
      this.resource = toRecord(resource.attributes);
      const spans = scopeSpans.flatMap((scope) => scope.spans);
      this.spans.push(...spans.map((span) => ({ ...span, attributes: toRecord(span.attributes) })));
    }
  }

  /** Waits up to 10 s for a span with this name: method and route of a request. */
  async waitForRequest(name: string): Promise<ReceivedSpan> {
    for (let attempt = 0; attempt < 500; attempt++) {
      const span = this.spans.find((each) => each.name === name);
      if (span) return span;
      await wait(20);
    }
    throw new Error(`no span ${name}: ${this.spans.map((each) => each.name).join(', ')}`);
  }

  /** The names of the spans below a span, indented by their depth; siblings in the order of their arrival. */
  outline({ spanId }: ReceivedSpan, indent = ''): readonly string[] {
    return this.spans
      .filter(({ parentSpanId }) => parentSpanId === spanId)
      .flatMap((span) => [`${indent}${span.name}`, ...this.outline(span, `${indent}  `)]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

/** Starts a collector on a free loopback port. */
export async function openTraceReceiver(): Promise<TraceReceiver> {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      receiver.receive(request.headers['content-type'] ?? '', body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver = new TraceReceiver(`http://127.0.0.1:${port}`, async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return receiver;
}
