// Converts replies of routes to responses.
import { type HeaderRecord, type Reply, encodeUnlessLatin1 } from '../reply.ts';
import type { RequestConnection } from './request-connection.ts';

/** The state of a request on which its response depends. */
interface ResponseContext {
  readonly request: Request;
  readonly requestId: string;
  /** The headers of the route. */
  readonly headers: HeaderRecord;
  /** In milliseconds as `performance.now()`. */
  readonly arrivedAt: number;
  readonly connection: RequestConnection | null;
}

/** Encodes the body, unless Node sends it faster as a string. */
export const encode = (reply: Reply): Reply => ({ ...reply, body: encodeUnlessLatin1(reply.body) });

/** The headers of the route and of the reply, the request id and the timing. */
export const headersOf = (
  { headers }: Reply,
  { requestId, headers: routeHeaders, connection, arrivedAt }: ResponseContext,
): Record<string, string> => ({
  ...routeHeaders,
  ...headers,
  'x-request-id': requestId,
  ...(connection?.timing && { 'server-timing': connection.timing.format(performance.now() - arrivedAt) }),
});

/** Creates the response of a reply; without its body for HEAD. */
export function toResponse(reply: Reply, state: ResponseContext): Response {
  const { status, body } = reply;
  const all = headersOf(reply, state);
  if (state.request.method !== 'HEAD') return new Response(body, { status, headers: all });
  if (body !== null)
    all['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return new Response(null, { status, headers: all });
}

/** Adds the request id, and the headers of the route that the Response does not have. For HEAD, removes the body. */
export function addHeaders(response: Response, { request, requestId, headers }: ResponseContext): Response {
  for (const name in headers) {
    if (!response.headers.has(name)) response.headers.set(name, headers[name] as string);
  }
  response.headers.set('x-request-id', requestId);
  if (request.method !== 'HEAD') return response;
  void response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
