import type { Logger } from './logger.ts';

/** How often the log says that requests are refused. */
const LOG_EVERY_MS = 10_000;

/** One line for many refusals: a flood must not fill the log. */
export function createRefusalLog(log: Pick<Logger, 'warn'>, message: string) {
  let refused = 0;
  let last = -Infinity;
  return (state: object): void => {
    refused += 1;
    const now = performance.now();
    if (now - last < LOG_EVERY_MS) return;
    log.warn({ refused, ...state }, message);
    [refused, last] = [0, now];
  };
}
