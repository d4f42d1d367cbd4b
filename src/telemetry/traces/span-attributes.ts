// The names and attributes of spans, by OpenTelemetry's semantic conventions for HTTP servers, GraphQL, MCP and PostgreSQL. No
// attribute has a key, a query string, a body, a variable of a document, a value of a statement or a message of an error.
import {
  type Attributes,
  type SpanOptions,
  SpanKind,
  type SpanStatus,
  SpanStatusCode,
} from '@opentelemetry/api';
import { redactKeys } from '../../../facades/http/codec/redact.ts';
import type {
  ArrivedRequest,
  ServedRequest,
  ServerName,
} from '../../../facades/http/server/observe-request.ts';
import type { Part } from '../../../prisma/client.ts';
import { toBoardError } from '../../../schema/errors.ts';

const MAX_PATH_LENGTH = 300;

export function toRequestSpan(
  { request, requestId, arrivedAt }: ArrivedRequest,
  server: ServerName,
): SpanOptions {
  const url = URL.parse(request.url);
  return {
    kind: SpanKind.SERVER,
    startTime: arrivedAt,
    attributes: {
      'http.request.method': request.method,
      'url.scheme': url?.protocol.slice(0, -1) ?? 'http',
      'url.path': redactKeys((url?.pathname ?? '/').slice(0, MAX_PATH_LENGTH)),
      'server.address': url?.hostname ?? '',
      ...(url?.port && { 'server.port': Number(url.port) }),
      'board.server': server,
      'board.request_id': requestId,
    },
  };
}

/** Server errors are failures; refusals of the caller's input are not. */
export function toResponseSpan(
  { request: { method } }: ArrivedRequest,
  { route, status, bytes, hasWaited }: ServedRequest,
): { readonly name: string; readonly attributes: Attributes; readonly status: SpanStatus | null } {
  const isFailure = status >= 500;
  return {
    name: route === null ? method : `${method} ${route}`,
    attributes: {
      'http.response.status_code': status,
      ...(route !== null && { 'http.route': route }),
      ...(bytes !== null && { 'http.response.body.size': bytes }),
      ...(isFailure && { 'error.type': String(status) }),
      ...(hasWaited && { 'board.has_waited': true }),
    },
    status: isFailure ? { code: SpanStatusCode.ERROR } : null,
  };
}

/** The server (`server.address`, `server.port`) and the database (`db.namespace`) of a URL. The embedded database has neither. */
export function databaseAttributes(databaseUrl: string | undefined): Attributes {
  const url = databaseUrl === undefined ? null : URL.parse(databaseUrl);
  return {
    'db.system.name': 'postgresql',
    ...(url?.hostname && { 'server.address': url.hostname, 'server.port': Number(url.port || 5432) }),
    ...(url && url.pathname.length > 1 && { 'db.namespace': decodeOrKeep(url.pathname.slice(1)) }),
  };
}

/** Returns the text as it is if it cannot be decoded: the driver of PostgreSQL accepts a `%` that is not percent-encoded. */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function toPartSpan(part: Part, database: Attributes): SpanOptions & { readonly name: string } {
  switch (part.kind) {
    case 'tool':
      return {
        name: `tools/call ${part.name}`,
        attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': part.name },
      };
    case 'operation':
      return {
        name: part.name === null ? part.type : `${part.type} ${part.name}`,
        attributes: {
          'graphql.operation.type': part.type,
          ...(part.name !== null && { 'graphql.operation.name': part.name }),
          'board.graphql.field': part.field,
        },
      };
    case 'transaction':
      return { name: 'transaction', attributes: { 'board.transaction.queue': part.queue } };
    case 'statement':
      return toStatementSpan(part.text, database);
  }
}

/** The text of a statement has parameters (`$1`) in place of values. It is cut after this number of characters. */
const MAX_TEXT_LENGTH = 2_000;

/** A table after `from`, `into` or `update`; not a function. */
const TARGET = /\b(?:from|into|update) ([a-z_]+)\b(?!\()/;

function toStatementSpan(text: string, database: Attributes): SpanOptions & { readonly name: string } {
  const query = text.trim();
  const operation = /^\w+/.exec(query)?.[0].toUpperCase() ?? 'SQL';
  const target = TARGET.exec(query)?.[1];
  const summary = target === undefined ? operation : `${operation} ${target}`;
  return {
    name: summary,
    kind: SpanKind.CLIENT,
    attributes: {
      ...database,
      'db.operation.name': operation,
      ...(target !== undefined && { 'db.collection.name': target }),
      'db.query.summary': summary,
      'db.query.text': query.slice(0, MAX_TEXT_LENGTH),
    },
  };
}

/** The code of an error: PostgreSQL's for a statement, else the board's. A refusal of the caller's request is not a failure. */
export function describeError(
  { kind }: Part,
  error: unknown,
): { readonly attributes: Attributes; readonly isFailure: boolean } {
  const { code } = error as { readonly code?: unknown };
  if (kind === 'statement' && typeof code === 'string')
    return { attributes: { 'db.response.status_code': code, 'error.type': code }, isFailure: true };
  const refusal = toBoardError(error);
  const isFailure = refusal.kind === 'internal' || refusal.kind === 'unavailable';
  return { attributes: { 'error.type': refusal.code }, isFailure };
}
