import type { Fault, Observation } from './observe.ts';

/** The board waits for a statement for up to 15 s, and for a connection for up to 5 s; the rest is tolerance. */
const MAX_RESPONSE_MS = 25_000;

export const HEADER = [
  ['fault', 'acknowledged', 'lost', 'twice', 'stale', 'failed writes', 'failed reads', 'longest response'],
  ['longest read gap', '`/readyz`', 'back after', 'promises'],
].flat();

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const listFailures = (failures: ReadonlyMap<string, number>) =>
  Array.from(failures, ([kind, count]) => `${count} × ${kind}`).join(', ') || 'none';

/** The promises that were broken. */
export function findBroken(observed: Observation, fault: Fault): readonly string[] {
  const kinds = [...observed.writeFailures.keys(), ...observed.readFailures.keys()];
  const unexpected = [...new Set(kinds.filter((kind) => !fault.failures.includes(kind)))];
  const promises: Readonly<Record<string, boolean>> = {
    'no acknowledged write is lost': observed.lost === 0,
    'no write is stored twice': observed.duplicates === 0,
    'reads find acknowledged writes': observed.stale === 0,
    [`errors are clear (${unexpected.join(', ')})`]: unexpected.length === 0,
    'responses come in time': observed.longestMs <= MAX_RESPONSE_MS,
    '`/readyz` tells the truth': observed.untrueReadiness.length === 0,
    'all callers succeed again without a manual step': observed.recoveryMs <= fault.maxRecoverySeconds * 1000,
    ...observed.checks,
  };
  return Object.keys(promises).filter((promise) => !promises[promise]);
}

const describeUntrue = (times: readonly number[]) =>
  times.length === 0
    ? ''
    : `, ${times.length} untrue, ${seconds(Math.min(...times))} to ${seconds(Math.max(...times))} after the fault`;

export const toRow = (observed: Observation, broken: readonly string[]): readonly string[] => [
  ...[observed.name, observed.acknowledged, observed.lost, observed.duplicates, observed.stale].map(String),
  listFailures(observed.writeFailures),
  listFailures(observed.readFailures),
  seconds(observed.longestMs),
  seconds(observed.longestReadGapMs),
  `${observed.hasFailedReadiness ? '503' : '200'}${describeUntrue(observed.untrueReadiness)}`,
  seconds(observed.recoveryMs),
  broken.length === 0 ? 'kept' : `broken: ${broken.join('; ')}`,
];

export const toLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
