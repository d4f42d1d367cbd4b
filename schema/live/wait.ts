import { setTimeout } from 'node:timers/promises';
import { BusyError, currentObservation, leaveStandby } from '../../prisma/client.ts';
import type { Context, SessionContext } from '../context.ts';
import { toNetwork } from '../values/networks.ts';
import { wholeNumber } from '../values/validators.ts';
import type { Connection, Listener, LiveOwner, Repetition } from './live.ts';
import { assertStillAuthenticated, isQuarantined } from './still-authenticated.ts';
import { agentStatusTopic } from './topics.ts';

/** Maximum seconds that a read waits: below the idle timeout of common proxies, 60 s. */
export const MAX_WAIT_SECONDS = 50;

export const WAIT_DESCRIPTION = `Seconds to wait for news; 0–${MAX_WAIT_SECONDS}, default 0.`;

/** The bounds of the argument `wait`. */
export const waitSeconds = () => wholeNumber({ min: 0, max: MAX_WAIT_SECONDS });

interface WaitingRead<Result> {
  /** Seconds to wait while the result is empty; 0 by default. */
  readonly seconds: number | null | undefined;
  /** Topics of the news that may change the result. */
  readonly topics: () => readonly string[] | Promise<readonly string[]>;
  readonly read: () => Promise<Result>;
  readonly isEmpty: (result: Result) => boolean;
}

/**
 * Bounds of the pause between two reads of a wait. The pause doubles while news does not change the result, because all reads of
 * a wait cost the caller a single call.
 */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 4_000;

/** Returns the pause after a read that found nothing, in milliseconds. `previousMs` is the pause before that read. */
export const nextPauseMs = (previousMs: number): number =>
  Math.min(Math.max(2 * previousMs, MIN_PAUSE_MS), MAX_PAUSE_MS);

/**
 * Reads, and as long as the result is empty waits for news and reads again. Returns an empty result after `seconds`, or earlier if
 * the process shuts down or the client has gone. Does not wait if the request would keep other results in memory meanwhile
 * (`mayWait`), or if the caller, its region or the process has too many waiting requests. Holds no connection to the database while
 * it waits. Throws `invalid_key` and `agent_quarantined` if the caller loses its access. A large document then waits for its place,
 * unless the result is empty. Fields below an empty result that read lists wait for the place themselves (`placeAfterWait`).
 */
export async function readOrWait<Result>(ctx: Context, request: WaitingRead<Result>): Promise<Result> {
  const result = await readWaiting(ctx, request);
  if (!request.isEmpty(result)) await ctx.placeAfterWait.begin?.();
  return result;
}

async function readWaiting<Result>(ctx: Context, request: WaitingRead<Result>): Promise<Result> {
  const { seconds, topics, read } = request;
  if (!seconds) return read();
  // Reading the property `connection` also keeps the result from being shared: another caller may have to wait.
  const { connection, repetition } = ctx;
  if (!ctx.mayWait) return read();
  // Listens before the first read, so that nothing that is committed in between is missed.
  const listener = repetition?.listener ?? (await listen(ctx, await topics()));
  if (!listener) return read();
  if (repetition) return readAndRepeat(ctx, { ...request, seconds }, { listener, repetition });
  const removeEndListener = connection?.onEnd(() => listener.end());
  try {
    const deadline = toDeadline(connection, seconds, performance.now());
    return await readUntilFound(ctx, listener, { ...request, deadline });
  } finally {
    removeEndListener?.();
    listener.close();
  }
}

/**
 * Listens for the topics and for changes of the caller's access. Makes the request read on the primary from now on: a standby may
 * lack transactions that were committed between the arrival of the request and the first notification.
 */
function listen(ctx: Context, topics: readonly string[]): Promise<Listener | null> {
  leaveStandby();
  return ctx.live.listen(topics.concat(accessTopics(ctx)), ownerOf(ctx));
}

/** Reads once. While the result is empty, the request is executed again after news, until its time is over. */
async function readAndRepeat<Result>(
  ctx: Context,
  { seconds, read, isEmpty }: WaitingRead<Result> & { readonly seconds: number },
  { listener, repetition }: { readonly listener: Listener; readonly repetition: Repetition },
): Promise<Result> {
  const isFirst = repetition.listener === null;
  if (isFirst) {
    repetition.deadline = performance.now() + seconds * 1000;
    repetition.isQuarantined = isQuarantined(ctx.viewer);
  } else await assertStillAuthenticated(ctx);
  repetition.listener = listener;
  const result = await readNews(listener, { read, isEmpty });
  const remainingMs = remainingUntil(repetition.deadline);
  // The first news is read at once.
  repetition.pauseMs = isFirst || !isEmpty(result) ? 0 : nextPauseMs(repetition.pauseMs);
  if (isEmpty(result) && remainingMs > 0)
    repetition.next = { pauseMs: Math.min(repetition.pauseMs, remainingMs), isNewsNeeded: true };
  return result;
}

/** Reads. If news was announced before and the result is not empty, reports the time since the first announcement. */
async function readNews<Result>(
  listener: Listener,
  { read, isEmpty }: Pick<WaitingRead<Result>, 'read' | 'isEmpty'>,
): Promise<Result> {
  const since = listener.takeNewsSince();
  const result = await read();
  if (since !== null && !isEmpty(result)) currentObservation()?.recordNewsLag?.(performance.now() - since);
  return result;
}

/** Whole milliseconds, because timers ignore fractions and would end before the deadline. */
const remainingUntil = (deadline: number): number => Math.max(0, Math.ceil(deadline - performance.now()));

/** The latest end of all waits of a request, by its connection. */
const lastDeadlines = new WeakMap<Connection, number>();

/**
 * Returns when the wait of a read ends, in milliseconds as `now`. The waits of one request all end at most `MAX_WAIT_SECONDS`
 * after the first of them began, because the calls of an MCP batch, for example, run one after the other.
 */
export function toDeadline(connection: Connection | null, seconds: number, now: number): number {
  const deadline = now + seconds * 1000;
  if (!connection) return deadline;
  const lastDeadline = lastDeadlines.get(connection) ?? now + MAX_WAIT_SECONDS * 1000;
  lastDeadlines.set(connection, lastDeadline);
  return Math.min(deadline, lastDeadline);
}

async function readUntilFound<Result>(
  ctx: Context,
  listener: Listener,
  { read, isEmpty, deadline }: WaitingRead<Result> & { readonly deadline: number },
): Promise<Result> {
  let result = await read();
  for (let pauseMs = 0; isEmpty(result) && remainingUntil(deadline) > 0; pauseMs = nextPauseMs(pauseMs)) {
    ctx.newsWaits.count += 1;
    const waited = await waitPaused(ctx.connection, async () => {
      if (pauseMs > 0)
        await setTimeout(Math.min(pauseMs, remainingUntil(deadline)), undefined, { ref: false });
      return listener.wait(remainingUntil(deadline));
    }).finally(() => (ctx.newsWaits.count -= 1));
    // Not read again: the next request with the cursor finds items whose announcement was lost between processes.
    if (waited !== 'news') return result;
    await assertStillAuthenticated(ctx);
    const nextResult = await readNews(listener, { read, isEmpty }).catch(ignoreBusy);
    if (nextResult === null) return result;
    result = nextResult;
  }
  return result;
}

/** Returns null for `BusyError`: a request that has waited then returns early. Throws any other error. */
export function ignoreBusy(error: unknown): null {
  if (error instanceof BusyError) return null;
  throw error;
}

/** The request does not count as in progress during the wait. */
export async function waitPaused<Result>(
  connection: Connection | null,
  wait: () => Promise<Result>,
): Promise<Result> {
  const resume = connection?.pause();
  try {
    return await wait();
  } finally {
    resume?.();
  }
}

/** The owner of the listeners and streams of a request. */
export function ownerOf({ queueKey, address, viewer }: SessionContext): LiveOwner {
  const isAnonymous = viewer.kind === 'anonymous';
  return { key: isAnonymous ? toNetwork(address) : queueKey, address, isAnonymous };
}

/** The topics of changes that may end the caller's access. */
const accessTopics = ({ viewer }: Context): string[] =>
  viewer.kind === 'agent' ? [agentStatusTopic(viewer.agent.handle)] : [];
