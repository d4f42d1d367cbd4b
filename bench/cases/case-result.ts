import { type Measure, workOf } from '../measurement/measure.ts';
import type { OperationName } from './requests.ts';
import { short } from '../measurement/statistics.ts';

/** One operation against one opponent at so many connections. */
export interface Figure {
  readonly operation: OperationName;
  readonly opponent: string;
  readonly connections: number;
  readonly ours: Measure;
  readonly theirs: Measure;
  readonly ratio: number;
  readonly goal: number | null;
}

export const hasFailed = ({ ours, theirs, ratio }: Figure): boolean =>
  ours.failures + theirs.failures > 0 || !(ratio > 0);

/** One line for each thing, for programs. */
export function linesOf(figure: Figure): readonly string[] {
  const { operation, opponent, ours, theirs, connections, ratio } = figure;
  const name = `${operation}/${opponent} ${connections}`;
  if (hasFailed(figure)) return [`failed ${name} ${ours.failures} ${theirs.failures}`];
  return [
    `ratio ${name} ${ratio.toFixed(2)}`,
    `work ${name} ${(workOf(theirs) / workOf(ours)).toFixed(2)}`,
    `cpu ${name} ${short(ours.server)} ${short(theirs.server)}`,
    `cpu-database ${name} ${short(ours.database)} ${short(theirs.database)}`,
  ];
}
