import { type Measurement, totalCpuTime } from '../measurement/measure.ts';
import type { OperationName } from './requests.ts';
import { formatNumber } from '../measurement/statistics.ts';

/** The result of one operation against one peer, at one number of connections. */
export interface CaseResult {
  readonly operation: OperationName;
  readonly peer: string;
  readonly connections: number;
  readonly ours: Measurement;
  readonly theirs: Measurement;
  /** Responses per second, ours/theirs. */
  readonly ratio: number;
  /** The smallest ratio that is acceptable; null for none. */
  readonly minRatio: number | null;
}

export const hasFailed = ({ ours, theirs, ratio }: CaseResult): boolean =>
  ours.failures + theirs.failures > 0 || !(ratio > 0);

/** The result as lines for scripts, one figure per line; a single line when the case has failed. */
export function formatLines(result: CaseResult): readonly string[] {
  const { operation, peer, ours, theirs, connections, ratio } = result;
  const name = `${operation}/${peer} ${connections}`;
  if (hasFailed(result)) return [`failed ${name} ${ours.failures} ${theirs.failures}`];
  return [
    `ratio ${name} ${ratio.toFixed(2)}`,
    `work ${name} ${(totalCpuTime(theirs) / totalCpuTime(ours)).toFixed(2)}`,
    `cpu ${name} ${formatNumber(ours.serverCpuMs)} ${formatNumber(theirs.serverCpuMs)}`,
    `cpu-database ${name} ${formatNumber(ours.databaseCpuMs)} ${formatNumber(theirs.databaseCpuMs)}`,
  ];
}
