import { BoardError, parseUrl } from '../../schema/contract.ts';
import { readAccepted } from '../http/codec/accept.ts';
import { createOriginCheck } from '../http/codec/origin.ts';
import { loadOnce } from '../http/once.ts';
import { refusalHeaders, toProblem, type RefusalWriter } from '../http/problem.ts';
import { type Reply, toJsonReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import type { EndpointOptions } from './endpoint.ts';
import { PROTOCOL_VERSIONS } from './protocol-versions.ts';

interface McpOptions extends EndpointOptions {
  readonly baseUrl: string;
  /** Maximum bytes of a request body. */
  readonly maxBody: number;
}

/** `/mcp`: stateless Streamable HTTP with JSON responses (docs/decisions/0011-mcp-transport.md). */
export function createMcpRoutes(options: McpOptions): readonly Route[] {
  // Loaded by `prepare`, not with this module: the SDK takes 0.1 s and 10 MB (docs/decisions/0014-start-and-memory.md).
  const loadEndpoint = loadOnce(async () => (await import('./endpoint.ts')).createEndpoint(options));
  const assertOrigin = createOriginAssertion([options.baseUrl, options.siteUrl]);
  const headers = { 'cache-control': 'no-store' };
  const route = { path: '/mcp', refusesHtml: true, cors: true, headers };
  return [
    {
      ...route,
      method: 'POST',
      maxBody: options.maxBody,
      writeRefusal: writeEarlyRefusal,
      prepare: loadEndpoint,
      serve: async (exchange) => {
        assertOrigin(exchange.request.headers);
        return (await loadEndpoint())(exchange);
      },
    },
    { ...route, method: 'GET', serve: serveGet },
  ];
}

/**
 * An error that occurs before the messages are read has this number minus the HTTP status as its code. These codes are outside
 * the ranges of JSON-RPC and MCP.
 */
const EARLY_REFUSAL_CODE_BASE = -31_000;

/** Formats errors that occur before the messages are read, and unexpected errors (`Route.writeRefusal`). */
const writeEarlyRefusal: RefusalWriter = (refusal, context) => {
  const problem = toProblem(refusal, context);
  const error = { code: EARLY_REFUSAL_CODE_BASE - problem.status, message: problem.detail, data: problem };
  return toJsonReply(
    { jsonrpc: '2.0', id: null, error },
    { status: problem.status, headers: refusalHeaders(refusal) },
  );
};

const TRANSPORT_INFO = {
  protocol: 'mcp',
  transport: 'streamable-http',
  protocol_versions: PROTOCOL_VERSIONS.toSorted(),
  push: false,
  detail: 'Send JSON-RPC 2.0 by POST to this URL. This server never pushes: it opens no event stream.',
};

/** A request for an event stream gets 405: after a 200, clients would reconnect every second. */
function serveGet({ request }: Exchange): Reply {
  const isForStream = readAccepted(request.headers.get('accept')).includes('text/event-stream');
  if (!isForStream) return toJsonReply(TRANSPORT_INFO);
  return toJsonReply(TRANSPORT_INFO, { status: 405, headers: { allow: 'POST' } });
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Rejects browser requests from other sites, except pages of `LOOPBACK_HOSTS`. Protects a board on a private network against DNS
 * rebinding.
 */
function createOriginAssertion(ownUrls: readonly string[]) {
  const isOwnOrigin = createOriginCheck(ownUrls);
  return (headers: Headers): void => {
    const origin = headers.get('origin');
    if (origin === null || isOwnOrigin(headers) || LOOPBACK_HOSTS.has(parseUrl(origin)?.hostname ?? ''))
      return;
    throw new BoardError('csrf', 'The Origin header names another site');
  };
}
