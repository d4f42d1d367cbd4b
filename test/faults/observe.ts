import { setTimeout as wait } from 'node:timers/promises';
import { type Boards, comparePosts, prepareCallers } from '../cluster/boards.ts';
import { type CallTimes, Load } from '../cluster/load.ts';
import { ReadinessProbe } from './readiness-probe.ts';

export interface Fault {
  readonly name: string;
  readonly inject: () => unknown;
  readonly seconds: number;
  readonly heal: () => unknown;
  /** Failures of writes and reads that are allowed: "503 unavailable", for example. */
  readonly failures: readonly string[];
  /** How long writes and reads may fail after the fault has ended. */
  readonly maxRecoverySeconds: number;
  /** Returns further promises, each with whether it was kept. Called when all callers succeed again, or after `MAX_WAIT_MS`. */
  readonly check?: () => Promise<Readonly<Record<string, boolean>>>;
}

/** What callers noticed of a fault. */
export interface Observation {
  readonly name: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicates: number;
  /** Reads at the other board that did not find an acknowledged write. */
  readonly stale: number;
  /** Failed calls by status and error code, or by the reason why there was no response. */
  readonly writeFailures: ReadonlyMap<string, number>;
  readonly readFailures: ReadonlyMap<string, number>;
  readonly longestMs: number;
  /** Whether `/readyz` of a board failed. */
  readonly hasFailedReadiness: boolean;
  /** Milliseconds from the fault to each response of `/readyz` that was untrue. */
  readonly untrueReadiness: readonly number[];
  /** Milliseconds from the end of the fault until every writer and reader has succeeded. */
  readonly recoveryMs: number;
  readonly longestReadGapMs: number;
  readonly checks: Readonly<Record<string, boolean>>;
}

const CALLERS_PER_BOARD = 2;
const MAX_WAIT_MS = 180_000;

/**
 * Injects a fault while callers write and read at all boards, ends the fault, and waits until all callers succeed again, at most
 * `MAX_WAIT_MS`.
 */
export async function observe(
  { urls }: Boards,
  databaseUrl: string,
  { name, inject, seconds, heal, check }: Fault,
): Promise<Observation> {
  const load = new Load();
  const { callers, threads } = await prepareCallers(urls[0] ?? '', CALLERS_PER_BOARD * urls.length);
  const probes = urls.map((url) => new ReadinessProbe(url));
  load.start(urls, callers, threads);
  await wait(5_000);
  const injectedAt = performance.now();
  await inject();
  await wait(seconds * 1000);
  await heal();
  const healedAt = performance.now();
  const all = () => [...load.writes.values(), ...load.reads.values()];
  const recoveredAt = () => Math.max(...all().map((times) => times.firstAfter(healedAt)));
  while (recoveredAt() === Infinity && performance.now() < healedAt + MAX_WAIT_MS) await wait(100);
  const checks = (await check?.()) ?? {};
  await wait(5_000);
  await Promise.all(probes.map((probe) => probe.stop()));
  // Writes up to `TOLERANCE_MS` (17 s) after the last sample show whether it was true.
  await wait(18_000);
  await load.stop();
  const writesOf = (board: number) =>
    [...load.writes.values()]
      .filter((_, i) => i % urls.length === board)
      .flatMap(({ succeeded }) => succeeded);
  return {
    ...{ name, checks, acknowledged: load.acknowledged.length, stale: load.staleReads },
    ...(await comparePosts(databaseUrl, load)),
    writeFailures: sumFailures(load.writes),
    readFailures: sumFailures(load.reads),
    longestMs: Math.max(...all().map(({ longestMs }) => longestMs)),
    hasFailedReadiness: probes.some((probe) => probe.hasFailedAfter(injectedAt)),
    untrueReadiness: probes
      .flatMap((probe, i) => probe.findUntrue(writesOf(i).sort((a, b) => a - b)))
      .map((at) => at - injectedAt),
    recoveryMs: recoveredAt() - healedAt,
    longestReadGapMs: Math.max(...[...load.reads.values()].map((times) => times.longestGapAfter(injectedAt))),
  };
}

function sumFailures(calls: ReadonlyMap<string, CallTimes>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { failures } of calls.values())
    for (const [kind, count] of failures) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return sums;
}
