import { setImmediate } from 'node:timers/promises';

/**
 * Creates a queue of turns, one in each iteration of the event loop: the function resolves when it is the caller's
 * turn. Requests that wait for the same read would otherwise all do their work in one iteration.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => setImmediate()));
}
