import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Repetition, WaitResult } from '../../../schema/contract.ts';
import { HEARTBEAT, HEARTBEAT_MS } from '../event-stream.ts';
import type { HeaderRecord, Reply } from '../reply.ts';
import type { RequestConnection } from './request-connection.ts';

/** How a router serves a request again. */
export interface RepeatingServer<State> {
  /** Serves the request again. The reply is a 503 if the request is not admitted again, unless the connection has `mustServe`. */
  readonly serve: (state: State) => Promise<Reply>;
  readonly toHeaders: (reply: Reply, state: State) => HeaderRecord;
  /** Counts the body of a response as unread by the client until the returned function is called. */
  readonly countUnread: (body: Reply['body'], state: State) => () => void;
  /** Logs an error of the response. */
  readonly onError: (error: unknown, state: State) => void;
}

/** A request that may be served again. */
export interface RepeatedRequest<State> {
  readonly state: State;
  readonly connection: RequestConnection;
  readonly repetition: Repetition;
  readonly outgoing: ServerResponse;
  readonly server: RepeatingServer<State>;
}

/** Statuses of responses to requests that are over a limit or are not admitted. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** The pause before a request that was not admitted is served again. */
const RETRY_MS = 1000;

/** Maximum attempts to serve a request whose wait is over, while it is not admitted. */
const MAX_ATTEMPTS = 5;

/** A longer reply, such as an inquiry that has not changed, is not kept while the request waits. */
const MAX_KEPT_BYTES = 1024;

/**
 * Responds to a request that waits. Serves it again after news, and sends the last reply when the wait is over. If that reply
 * was too long to be kept, serves the request once more. If the request is a stream, sends the body of every reply.
 */
export async function respondAfterWaiting<State>(
  request: RepeatedRequest<State>,
  last: Reply,
): Promise<void> {
  const { connection, repetition } = request;
  // Reassigns the parameter, which would otherwise keep the first reply in memory.
  if (last.isStream) last = await beginStream(request, last);
  while (repetition.next && last.status < 400) {
    last = toKeptReply(last);
    connection.release();
    const { pauseMs, isNewsNeeded } = repetition.next;
    if (pauseMs > 0) await setTimeout(pauseMs, undefined, { ref: false });
    const waited = isNewsNeeded ? await waitForNews(request, last) : 'news';
    const reply = await replyAfter(waited, last, request);
    if (!reply) break;
    last = reply;
  }
  if (last === TOO_LONG_REPLY && !connection.isEnded) last = await serveFinally(request);
  if (!connection.isEnded) finish(request, last);
  if (connection.isEnded) connection.release();
  connection.endRepetition();
}

/**
 * Serves the request once more, because its reply was too long to be kept. Tries again while it is not admitted. The last attempt
 * needs no slot and no turn, so a lack of them does not end a wait with an error.
 */
async function serveFinally<State>({
  connection,
  repetition,
  server,
  state,
}: RepeatedRequest<State>): Promise<Reply> {
  repetition.isRepeated = true;
  for (let attempt = 1; ; attempt++) {
    connection.mustServe = attempt === MAX_ATTEMPTS;
    const reply = await server.serve(state);
    if (reply.status !== 503 || connection.mustServe || connection.isEnded) return reply;
    connection.release();
    await setTimeout(RETRY_MS, undefined, { ref: false });
  }
}

/** A placeholder for a reply that is too long to be kept. */
const TOO_LONG_REPLY: Reply = { status: 200, headers: {}, body: null };

/** Returns the form of a reply that is kept while the request waits. */
function toKeptReply(reply: Reply): Reply {
  if (reply.isStream) return reply;
  if (reply.body !== null && reply.body.length > MAX_KEPT_BYTES) return TOO_LONG_REPLY;
  return { ...reply, headers: copyFlat(reply.headers) };
}

/**
 * Copies a JSON value. V8 keeps concatenated text as a tree of its parts, which takes several times the memory of the text; a
 * copy is one string.
 */
export const copyFlat = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Waits for news, or until a stream needs a comment. Not `async`, which would keep more in memory during the wait. */
function waitForNews<State>(
  { connection, repetition: { listener, deadline } }: RepeatedRequest<State>,
  { isStream }: Reply,
): WaitResult | Promise<WaitResult> {
  if (!listener || connection.isEnded) return 'ended';
  const remainingMs = Math.max(0, deadline - performance.now());
  return listener.wait(isStream ? Math.min(msToHeartbeat(connection), remainingMs) : remainingMs);
}

/** Milliseconds until 15 s have passed since the last bytes of the stream. News that adds nothing does not begin them anew. */
const msToHeartbeat = ({ lastSentAt }: RequestConnection): number =>
  Math.max(0, lastSentAt + HEARTBEAT_MS - performance.now());

/** Returns the next reply after a wait; null if the previous reply is the last. */
function replyAfter<State>(
  waited: WaitResult,
  { isStream }: Reply,
  request: RepeatedRequest<State>,
): Reply | Promise<Reply | null> | null {
  const { connection, repetition } = request;
  if (connection.isEnded || (waited !== 'news' && !isStream)) return null;
  if (waited === 'timeout' && performance.now() < repetition.deadline) return sendHeartbeat(request);
  return serveAgain(request);
}

async function serveAgain<State>(request: RepeatedRequest<State>): Promise<Reply | null> {
  const { repetition, server, state } = request;
  repetition.isRepeated = true;
  repetition.next = null;
  const reply = await server.serve(state);
  // A request that has waited is not refused: it ends with its previous reply. A stream continues later if it was not admitted.
  if (REFUSED_STATUSES.has(reply.status))
    return isOpenStream(request) && reply.status === 503 ? retryLater(request) : null;
  return reply.isStream ? sendPart(request, reply) : reply;
}

const isOpenStream = <State>({ outgoing }: RepeatedRequest<State>): boolean => outgoing.headersSent;

function retryLater<State>(request: RepeatedRequest<State>): Reply {
  sendHeartbeatIfDue(request);
  request.repetition.next = { pauseMs: RETRY_MS, isNewsNeeded: false };
  return SENT_PART;
}

function beginStream<State>(request: RepeatedRequest<State>, reply: Reply): Promise<Reply> {
  const { outgoing, server, state } = request;
  outgoing.writeHead(reply.status, server.toHeaders(reply, state));
  // Node keeps the text of the headers. Flushed separately, it becomes one string instead of about fifty parts.
  outgoing.flushHeaders();
  request.connection.lastSentAt = performance.now();
  return sendPart(request, reply);
}

/** A placeholder for a part of a stream that has been sent. */
const SENT_PART: Reply = { status: 200, headers: {}, body: null, isStream: true };

/**
 * Sends a part of a stream. Resolves when the client has room for the next one, or has disconnected. Releases the admission
 * slot, so that a slow client does not hold it.
 */
async function sendPart<State>(request: RepeatedRequest<State>, { body }: Reply): Promise<Reply> {
  const { outgoing, connection, server, state } = request;
  if (!body) {
    sendHeartbeatIfDue(request);
    return SENT_PART;
  }
  connection.release();
  const release = server.countUnread(body, state);
  await new Promise<void>((resolve) => {
    const removeEnd = connection.onEnd(resolve);
    outgoing.write(body, () => {
      removeEnd();
      resolve();
    });
  });
  release();
  connection.lastSentAt = performance.now();
  return SENT_PART;
}

/** Sends a comment and waits on. */
function sendHeartbeat<State>(request: RepeatedRequest<State>): Reply {
  writeHeartbeat(request);
  request.repetition.next = { pauseMs: 0, isNewsNeeded: true };
  return SENT_PART;
}

/** Sends a comment if 15 s have passed since the last bytes of the stream. */
function sendHeartbeatIfDue<State>(request: RepeatedRequest<State>): void {
  if (msToHeartbeat(request.connection) === 0) writeHeartbeat(request);
}

/**
 * Writes a comment, so that proxies keep the connection open. Writes none if the client has not read the previous one; the next
 * comment is then due 15 s later, too.
 */
function writeHeartbeat<State>({ outgoing, connection }: RepeatedRequest<State>): void {
  if (outgoing.writableLength === 0) outgoing.write(HEARTBEAT);
  connection.lastSentAt = performance.now();
}

function finish<State>({ outgoing, connection, server, state }: RepeatedRequest<State>, last: Reply): void {
  if (last.isStream) {
    outgoing.end();
    return;
  }
  const { status, body } = last;
  connection.onEnd(server.countUnread(body, state));
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...server.toHeaders(last, state), ...length });
  outgoing.end(body ?? undefined);
}
