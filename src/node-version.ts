import type { Logger } from './logger.ts';

/**
 * The first version of each major version of Node in which CVE-2026-21717 is fixed: to older ones, clients can send strings with equal
 * hashes, which make requests slow. package.json requires these versions (`engines`); npm only warns of older ones.
 */
export const FIRST_SAFE_VERSIONS = ['22.22.2', '24.14.1', '25.8.2'] as const;

/** Returns a problem if a version of Node, such as `24.14.0`, is older than the safe one of its major version, else null. */
export function findNodeProblem(
  version: string,
): { readonly detail: string; readonly remedy: string } | null {
  const safe = FIRST_SAFE_VERSIONS.find((first) => toNumbers(version)[0] <= toNumbers(first)[0]);
  if (safe === undefined || isAtLeast(version, safe)) return null;
  return {
    detail: `Node ${version} has predictable hashes of strings (CVE-2026-21717): clients can send strings with equal hashes, which make requests slow`,
    remedy: `use Node ${safe} or newer`,
  };
}

/** Logs a warning if `findNodeProblem` finds a problem. */
export function warnOfNodeVersion(version: string, log: Logger): void {
  const problem = findNodeProblem(version);
  if (problem) log.warn(`${problem.detail}: ${problem.remedy}`);
}

const toNumbers = (version: string) =>
  version.split('.').map((part) => Number.parseInt(part, 10)) as [number, number, number];

function isAtLeast(version: string, first: string): boolean {
  const [major, minor, patch] = toNumbers(version);
  const [firstMajor, firstMinor, firstPatch] = toNumbers(first);
  if (major !== firstMajor) return major > firstMajor;
  return minor === firstMinor ? patch >= firstPatch : minor > firstMinor;
}
