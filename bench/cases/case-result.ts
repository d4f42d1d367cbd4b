import { type Measurement, totalCpuTime } from '../measurement/measure.ts';
import type { OperationName } from './requests.ts';
import { formatNumber } from '../measurement/statistics.ts';

/** The result of one operation against one peer, at one number of connections. */
export interface CaseResult {
  readonly operation: OperationName;
  readonly peerName: string;
  readonly connections: number;
  readonly board: Measurement;
  readonly peer: Measurement;
  /** Responses per second, board/peer. */
  readonly ratio: number;
  /** The smallest ratio that is acceptable; null for none. */
  readonly minRatio: number | null;
}

/** Whether a request failed, or nothing was measured. */
export const hasFailed = ({ board, peer, ratio }: CaseResult): boolean =>
  board.failures + peer.failures > 0 || !(ratio > 0);

/** The result as lines for scripts, each with a ratio or with the figures of board and peer; one line if the case has failed. */
export function formatLines(result: CaseResult): readonly string[] {
  const { operation, peerName, board, peer, connections, ratio } = result;
  const name = `${operation}/${peerName} ${connections}`;
  if (hasFailed(result)) return [`failed ${name} ${board.failures} ${peer.failures}`];
  return [
    `ratio ${name} ${ratio.toFixed(2)}`,
    `work ${name} ${(totalCpuTime(peer) / totalCpuTime(board)).toFixed(2)}`,
    `cpu ${name} ${formatNumber(board.serverCpuMs)} ${formatNumber(peer.serverCpuMs)}`,
    `cpu-database ${name} ${formatNumber(board.databaseCpuMs)} ${formatNumber(peer.databaseCpuMs)}`,
    `p99 ${name} ${formatNumber(board.p99)} ${formatNumber(peer.p99)}`,
    `rss ${name} ${formatNumber(board.residentMb)} ${formatNumber(peer.residentMb)}`,
  ];
}
