import type { Config } from '../config.ts';
import { findProxyProblem } from '../untrusted-proxies.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Checks whether the configuration implies a proxy that the board does not trust. */
export function checkProxies(config: Config): Finding {
  const problem = findProxyProblem(config);
  if (problem) return warn('TRUSTED_PROXIES', problem.detail, problem.remedy);
  const { TRUSTED_PROXIES: trusted } = config;
  return ok('TRUSTED_PROXIES', trusted.length === 0 ? 'none: clients connect directly' : trusted.join(', '));
}
