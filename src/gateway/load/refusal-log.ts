import type { Logger } from '../../logger.ts';

const LOG_EVERY_MS = 10_000;

/** Creates a function to call for each refusal. It logs at most one line every 10 s, with the number of refusals since the last line. */
export function createRefusalLog(log: Pick<Logger, 'warn'>, message: string) {
  let refusals = 0;
  let loggedAt = -Infinity;
  return (state: object): void => {
    refusals += 1;
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY_MS) return;
    log.warn({ refused: refusals, ...state }, message);
    [refusals, loggedAt] = [0, now];
  };
}
