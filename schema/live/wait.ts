import type { Context } from '../context.ts';
import { wholeNumber } from '../values/text.ts';
import { createInvalidKeyError, createQuarantinedError } from '../access.ts';
import { isKeyActive } from '../agents/rules.ts';
import { loadCredential } from '../identity/credential-cache.ts';
import type { Listener } from './live.ts';
import { standingTopic } from './topics.ts';

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
 * Reads, and as long as the result is empty waits for news and reads again. Returns what there is after `seconds`, or
 * at once if the caller or the process has too many waiting requests, shuts down, or the client has closed the
 * connection. Uses no connection to the database while it waits.
 */
export async function readOrWait<Result>(ctx: Context, request: WaitingRead<Result>): Promise<Result> {
  const { seconds, topics, read } = request;
  if (!seconds) return read();
  // Listens before the first read, so that nothing that is committed in between is missed.
  const listener = await ctx.live.listen([...(await topics()), ...standingTopics(ctx)], ctx.queueKey);
  if (!listener) return read();
  try {
    return await readUntilFound(ctx, listener, { ...request, deadline: performance.now() + seconds * 1000 });
  } finally {
    listener.close();
  }
}

async function readUntilFound<Result>(
  ctx: Context,
  listener: Listener,
  request: WaitingRead<Result> & { readonly deadline: number },
): Promise<Result> {
  const { read, isEmpty, deadline } = request;
  const result = await read();
  const remaining = deadline - performance.now();
  if (!isEmpty(result) || remaining <= 0) return result;
  if ((await waitPaused(ctx, listener, remaining)) === 'closing') return result;
  await assertStillAuthenticated(ctx);
  return readUntilFound(ctx, listener, request);
}

async function waitPaused({ connection }: Context, listener: Listener, milliseconds: number) {
  const resume = connection?.pause();
  try {
    const gone = connection?.ended.then(() => 'closing' as const);
    return await Promise.race([listener.wait(milliseconds), ...(gone ? [gone] : [])]);
  } finally {
    resume?.();
  }
}

/** The topics of changes that may end the caller's access. */
const standingTopics = ({ viewer }: Context): string[] =>
  viewer.kind === 'agent' ? [standingTopic(viewer.agent.handle)] : [];

/**
 * Throws `invalid_key` if the key was revoked, and `agent_quarantined` if the agent was quarantined, since the request was
 * authenticated.
 */
async function assertStillAuthenticated({ viewer, loaders, clock }: Context): Promise<void> {
  if (viewer.kind !== 'agent') return;
  // Not from the cache of credentials, which may be half a second old.
  const credential = await loadCredential(loaders, viewer.key.kid);
  if (!credential || !isKeyActive(credential.key, clock.now())) throw createInvalidKeyError();
  if (credential.agent.status !== viewer.agent.status) throw createQuarantinedError();
}
