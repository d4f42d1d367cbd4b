import { setImmediate } from 'node:timers/promises';

/** While connections arrive, at most so many iterations of the event loop pass, and no further one begins after this time. */
const MAX_CONNECTING_ITERATIONS = 50;
const MAX_CONNECTING_MS = 500;

/** Without new connections, no further iteration begins after this time. */
const MAX_QUIET_MS = 10;

/** How often a connection has been accepted or started, at all listeners of the process: they share the event loop. */
let connectionSteps = 0;

/** Called for each connection that is accepted, and again when it starts after it has waited (`NewConnections`). */
export const countConnectionStep = (): void => {
  connectionSteps += 1;
};

/**
 * Lets iterations of the event loop pass before expensive work: at least `min`, or 10 ms of them. An iteration accepts one
 * connection, or starts one that has waited, so more iterations pass while connections arrive or start: otherwise each connection
 * would wait for one piece of expensive work per connection before it, and a health check for many seconds.
 */
export async function passIterations(min = 1): Promise<void> {
  const beganAt = performance.now();
  for (let passed = 1; ; passed++) {
    const stepsBefore = connectionSteps;
    await setImmediate();
    const elapsedMs = performance.now() - beganAt;
    const isConnecting = connectionSteps > stepsBefore;
    const [maxPassed, maxMs] = isConnecting
      ? [MAX_CONNECTING_ITERATIONS, MAX_CONNECTING_MS]
      : [min, MAX_QUIET_MS];
    if (passed >= maxPassed || elapsedMs >= maxMs) return;
  }
}
