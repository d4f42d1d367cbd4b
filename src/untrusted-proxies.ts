// Proxies in front of the board that it is not told to trust.
import { toNetwork } from '../schema/rate-limits.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';

interface Advice {
  readonly detail: string;
  readonly remedy: string;
}

const CONSEQUENCE = 'all callers behind the proxy count as one address for limits and failed sign-ins';

/**
 * What is wrong where the configuration implies a proxy that is not trusted; null where it implies none. The board does
 * not speak TLS, so a public https address is that of a proxy.
 */
export function findUntrustedProxy({ TRUSTED_PROXIES, ...config }: Config): Advice | null {
  if (TRUSTED_PROXIES.length > 0) return null;
  const variable = (['BASE_URL', 'SITE_URL'] as const).find((name) => config[name].startsWith('https:'));
  if (variable === undefined) return null;
  return {
    detail: `${variable} is https, so a proxy answers there, and TRUSTED_PROXIES is empty: ${CONSEQUENCE}`,
    remedy: 'set TRUSTED_PROXIES to the addresses that the proxy connects from',
  };
}

/** Networks that are reported; a stranger can send the header as well, and must not fill the log. */
const REPORTED_MAX = 10;

/** Reports peers that send `X-Forwarded-For` and are not trusted: each network once. */
export function createProxyReporter(log: Logger): (peer: string) => void {
  const reported = new Set<string>();
  return (peer) => {
    if (peer === '' || reported.size >= REPORTED_MAX) return;
    const network = toNetwork(peer);
    if (reported.has(network)) return;
    reported.add(network);
    log.warn(
      { peer },
      `X-Forwarded-For is ignored, because ${peer} is not in TRUSTED_PROXIES. If it is your proxy, add it: until then ${CONSEQUENCE}`,
    );
  };
}
