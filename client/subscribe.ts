// Subscriptions over server-sent events that continue after lost connections.
import { delay } from './delay.ts';
import { NetworkError } from './errors.ts';
import { readEvents } from './event-stream.ts';
import type { CallOptions } from './options.ts';
import { endCursorOf } from './pages.ts';
import { type ClientState, waitAfter } from './retry.ts';
import { type Failure, type GraphqlRequest, parseJson, post, readOutcome, toOutcome } from './transport.ts';

/** Where a stream continues after a lost connection, and the counts on which its next wait depends. */
interface Position {
  variables: GraphqlRequest['variables'];
  /** Counts the connections: 1 for the first. An event resets it to 1. */
  attempt: number;
  /** Counts the connections that the board has ended, from the last one that lasted `STABLE_MS` on. */
  endings: number;
  hasReceivedEvent: boolean;
}

/** How a connection ended. */
interface Ending extends Failure {
  /** Whether the board ended the stream, and the connection did not break. */
  readonly isByBoard?: boolean;
}

/**
 * A connection that the board ends within this time counts as a failed attempt, even if a page was received: a board without
 * room for another stream sends one page and then ends the stream.
 */
const STABLE_MS = 10_000;

/**
 * Yields the data of each event. After a lost connection it subscribes again, with the cursor of the last event as `after`:
 * nothing is missed, and items may come twice. Until the first event it connects at most `maxTries` times, afterwards until the
 * signal is aborted. Throws an error after which it does not try again, such as most refusals.
 */
export async function* subscribe(
  state: ClientState,
  { text, variables }: GraphqlRequest,
  options: CallOptions,
): AsyncGenerator<unknown, never, undefined> {
  const position: Position = { variables, attempt: 1, endings: 0, hasReceivedEvent: false };
  for (; ; position.attempt++) {
    const openedAt = performance.now();
    const ended = yield* openStream(state, text, position, options);
    if (performance.now() - openedAt >= STABLE_MS) position.endings = 0;
    if (ended.isByBoard) position.attempt = Math.max(position.attempt, ++position.endings);
    const canRetry = position.hasReceivedEvent || position.attempt < state.settings.maxTries;
    const ms = canRetry ? waitAfter(ended, position.attempt, { isRepeatable: true }, state) : null;
    if (ms === null) throw ended.error;
    state.settings.onWait?.(ms);
    await delay(ms, options.signal);
  }
}

/** Yields the data of the events of one connection. Returns the error that ended it. */
async function* openStream(
  { settings, gate }: ClientState,
  text: string,
  position: Position,
  { signal }: CallOptions,
): AsyncGenerator<unknown, Ending, undefined> {
  const idle = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), settings.idleMs);
  };
  try {
    await gate.pass(signal);
    restartTimer();
    const init = { accept: 'text/event-stream', signal: anySignal(idle.signal, signal) };
    const response = await post(settings, { text, variables: position.variables }, init);
    const ending = yield* readResults(response, position, restartTimer);
    // The body also breaks off if the caller aborts the stream: then the connection is not lost.
    signal?.throwIfAborted();
    return ending;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof NetworkError) return { error, retryAfterMs: null };
    return failure('the stream broke off', error);
  } finally {
    clearTimeout(timer);
    idle.abort();
  }
}

/** Yields the data of each result, and moves the position behind the result. Returns the error that ends the stream. */
async function* readResults(
  response: Response,
  position: Position,
  onChunk: () => void,
): AsyncGenerator<unknown, Ending, undefined> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const outcome = await readOutcome(response);
    return 'error' in outcome ? outcome : failure('the response is no stream');
  }
  for await (const { name, data } of readEvents(response.body, onChunk)) {
    if (name !== 'next') continue;
    const outcome = toOutcome(parseJson(data), response);
    if ('error' in outcome) return outcome;
    yield outcome.data;
    const after = endCursorOf(pageOf(outcome.data));
    const variables = after === null ? position.variables : { ...position.variables, after };
    Object.assign(position, { variables, attempt: 1, hasReceivedEvent: true });
  }
  return { ...failure('the stream ended'), isByBoard: true };
}

const anySignal = (own: AbortSignal, callers: AbortSignal | undefined): AbortSignal =>
  callers ? AbortSignal.any([own, callers]) : own;

const failure = (message: string, cause?: unknown): Failure => ({
  error: new NetworkError(message, { cause }),
  retryAfterMs: null,
});

/** The page in an event: the value of its one root field. */
function pageOf(data: unknown): object {
  const [value] = Object.values((data ?? {}) as Record<string, unknown>);
  return typeof value === 'object' && value !== null ? value : {};
}
