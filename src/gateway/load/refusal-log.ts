import type { Logger } from '../../logger.ts';

const LOG_EVERY_MS = 10_000;

/** Logs refusals with `message`, at most one line every 10 s with the number of refusals since the last line. */
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
