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
  readonly ratio: number;
  readonly goal: number | null;
}

export const hasFailed = ({ ours, theirs, ratio }: CaseResult): boolean =>
  ours.failures + theirs.failures > 0 || !(ratio > 0);

/** One line for each figure, for scripts. */
export function formatLines(figure: CaseResult): readonly string[] {
  const { operation, peer, ours, theirs, connections, ratio } = figure;
  const name = `${operation}/${peer} ${connections}`;
  if (hasFailed(figure)) return [`failed ${name} ${ours.failures} ${theirs.failures}`];
  return [
    `ratio ${name} ${ratio.toFixed(2)}`,
    `work ${name} ${(totalCpuTime(theirs) / totalCpuTime(ours)).toFixed(2)}`,
    `cpu ${name} ${formatNumber(ours.serverCpuMs)} ${formatNumber(theirs.serverCpuMs)}`,
    `cpu-database ${name} ${formatNumber(ours.databaseCpuMs)} ${formatNumber(theirs.databaseCpuMs)}`,
  ];
}
