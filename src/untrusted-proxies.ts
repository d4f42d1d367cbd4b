import { DAY_MS } from '../schema/values/durations.ts';
import { toNetwork } from '../schema/values/networks.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';

const CONSEQUENCE = 'all callers behind the proxy count as one address for rate limits and failed sign-ins';

/**
 * Returns a problem if the configuration implies a proxy that is not trusted, else null. The board does not terminate
 * TLS, so a public https URL leads to a proxy.
 */
export function findProxyProblem({
  TRUSTED_PROXIES,
  ...config
}: Config): { readonly detail: string; readonly remedy: string } | null {
  if (TRUSTED_PROXIES.length > 0) return null;
  const variable = (['BASE_URL', 'SITE_URL'] as const).find((name) => config[name].startsWith('https:'));
  if (variable === undefined) return null;
  return {
    detail: `${variable} is https, which implies a proxy, and TRUSTED_PROXIES is empty: ${CONSEQUENCE}`,
    remedy: 'set TRUSTED_PROXIES to the addresses that the proxy connects from',
  };
}

/** Logs a warning if `findProxyProblem` finds a problem. */
export function warnOfUntrustedProxy(config: Config, log: Logger): void {
  const problem = findProxyProblem(config);
  if (problem) log.warn(`${problem.detail}: ${problem.remedy}`);
}

/** Every client can send `X-Forwarded-For`, so the number of log lines in a day is bounded. */
const MAX_REPORTED_NETWORKS = 10;

/**
 * Creates a function that logs a warning for a peer that is not a trusted proxy, once a day per network: clients may have used up
 * the log lines of a day before the proxy connects from another address.
 */
export function createProxyReporter(log: Logger): (peer: string) => void {
  const reported = new Set<string>();
  let startedAt = performance.now();
  return (peer) => {
    const now = performance.now();
    if (now - startedAt >= DAY_MS) {
      reported.clear();
      startedAt = now;
    }
    if (peer === '' || reported.size >= MAX_REPORTED_NETWORKS) return;
    const network = toNetwork(peer);
    if (reported.has(network)) return;
    reported.add(network);
    log.warn(
      { peer },
      `X-Forwarded-For is ignored, because ${peer} is not in TRUSTED_PROXIES. If it is your proxy, add it: until then ${CONSEQUENCE}`,
    );
  };
}
