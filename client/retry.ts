// Sends a call again while that is safe and the wait is short enough.
import { delay } from './delay.ts';
import { NetworkError } from './errors.ts';
import type { CallOptions, Settings } from './options.ts';
import type { RateLimitGate } from './rate-limit.ts';
import {
  type Failure,
  type GraphqlRequest,
  limitTime,
  type Outcome,
  post,
  readOutcome,
} from './transport.ts';

/** The settings of a client, and the gate of the rate limit that all of its calls share. */
export interface ClientState {
  readonly settings: Settings;
  readonly gate: RateLimitGate;
}

export interface Call extends GraphqlRequest {
  /** Whether sending the request several times has the same effect as sending it once. */
  readonly isRepeatable: boolean;
}

const ACCEPT = 'application/graphql-response+json, application/json';

/**
 * Sends a query or a mutation, at most `maxTries` times: again if it fails and `waitAfter` returns a wait. Throws `BoardError`,
 * `NetworkError` or the signal's reason.
 */
export async function send(state: ClientState, call: Call, options: CallOptions): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await trySend(state, call, options);
    if ('data' in outcome) return outcome.data;
    const ms = attempt < state.settings.maxTries ? waitAfter(outcome, attempt, call, state) : null;
    if (ms === null) throw outcome.error;
    state.settings.onWait?.(ms);
    await delay(ms, options.signal);
  }
}

/** Sends a call once. The outcome can be a refusal or a lost connection. Throws if the caller ends the call. */
async function trySend(state: ClientState, call: Call, options: CallOptions): Promise<Outcome> {
  const { settings, gate } = state;
  options.signal?.throwIfAborted();
  await gate.pass(options.signal);
  const { wait } = call.variables;
  const waitMs = typeof wait === 'number' ? wait * 1000 : 0;
  const signal = limitTime((options.timeoutMs ?? settings.timeoutMs) + waitMs, options);
  try {
    const response = await post(settings, call, { accept: ACCEPT, signal });
    gate.observe(response.headers);
    const outcome = await readOutcome(response);
    // The body also breaks off if the caller aborts the call: then the connection is not lost.
    if ('error' in outcome) options.signal?.throwIfAborted();
    return outcome;
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof NetworkError) return { error, retryAfterMs: null };
    throw error;
  }
}

/**
 * The wait before the call is sent again, in milliseconds. Null if it must not be sent again, if waiting does not help, or if the
 * wait would be longer than `maxWaitMs`.
 */
export function waitAfter(
  { error, retryAfterMs }: Failure,
  attempt: number,
  { isRepeatable }: Pick<Call, 'isRepeatable'>,
  { settings }: ClientState,
): number | null {
  if (!isRepeatable && !isRefusedBeforeExecution({ error })) return null;
  const isTransient = error instanceof NetworkError && !isClientFault(error.status);
  if (retryAfterMs === null && !isTransient) return null;
  // A wait of 0 from a proxy would repeat the call without a pause until the board is back.
  const ms = retryAfterMs || backoff(attempt, settings);
  return ms > settings.maxWaitMs ? null : ms;
}

/**
 * Whether a rate limit of the caller refused the call before the board executed any part of the document. The limits of
 * registrations are checked during the execution, so their errors have `data`.
 */
const isRefusedBeforeExecution = ({ error }: Pick<Failure, 'error'>): boolean =>
  !(error instanceof NetworkError) && error.code === 'rate_limited' && error.data === null;

const isClientFault = (status = 0): boolean => status >= 400 && status < 500;

/** Doubles with each attempt, up to 30 s; half of it is random, so that clients do not all return at the same time. */
const backoff = (attempt: number, { backoffMs }: Settings): number =>
  Math.min(backoffMs * 2 ** (attempt - 1), 30_000) * (0.5 + Math.random() / 2);
