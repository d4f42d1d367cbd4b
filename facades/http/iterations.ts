import { setImmediate } from 'node:timers/promises';

/**
 * While connections arrive, expensive work gets 1/`PARTS` of the time: it waits four times as long as the previous expensive work
 * took. It waits for at most `MAX_CONNECTING_ITERATIONS`, and at most until `MAX_CONNECTING_MS` after the end of that work.
 */
const PARTS = 5;
const MAX_CONNECTING_ITERATIONS = 50;
const MAX_CONNECTING_MS = 500;

/** Without new connections, no further iteration begins after this time. */
const MAX_QUIET_MS = 10;

/** How often a connection has been accepted or started, at all listeners of the process: they share the event loop. */
let connectionSteps = 0;

/** When expensive work may begin again if connections arrive, in milliseconds as `performance.now()`. */
let nextAt = 0;

/** Called for each connection that is accepted, and again when it starts after it has waited (`NewConnections`). */
export const countConnectionStep = (): void => {
  connectionSteps += 1;
};

/**
 * Lets iterations of the event loop pass before expensive work: at least `min`, or 10 ms of them. An iteration accepts one
 * connection, or starts connections that have waited, so more iterations pass while connections arrive or start: otherwise each
 * would wait for one piece of expensive work per connection before it, and a health check for many seconds. The work must begin
 * when the promise is resolved.
 */
export async function passIterations(min = 1): Promise<void> {
  const beganAt = performance.now();
  let dueAt = 0;
  for (let passed = 1; ; passed++) {
    const stepsBefore = connectionSteps;
    await setImmediate();
    // Read after one iteration, because the previous work may begin after the call. Not read again: other work that begins during
    // the wait would delay this work further.
    if (passed === 1) dueAt = nextAt;
    const now = performance.now();
    const isConnecting = connectionSteps > stepsBefore;
    const mustWait = isConnecting && now < dueAt && passed < MAX_CONNECTING_ITERATIONS;
    if (!mustWait && (passed >= min || now - beganAt >= MAX_QUIET_MS)) break;
  }
  void measureWork();
}

/** Measures the expensive work that begins now, and sets when further expensive work may begin. */
async function measureWork(): Promise<void> {
  const beganAt = performance.now();
  await endOfMicrotasks();
  const endedAt = performance.now();
  const fairAt = Math.max(nextAt, beganAt) + PARTS * (endedAt - beganAt);
  nextAt = Math.min(fairAt, endedAt + MAX_CONNECTING_MS);
}

/**
 * Resolves when all microtasks that are queued now, and those that they queue, have run: Node runs the callback of `nextTick` after
 * them, in the same iteration of the event loop.
 */
export const endOfMicrotasks = (): Promise<void> =>
  new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
