import type { Fact } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';
import { text } from '../values/validators.ts';

/** The comment of a signal: 1–1 000 characters. */
export const noteText = () => text({ min: 1, max: 1000 });

/** The columns of a fact or a report that count its signals. */
export type SignalCountsRow = Pick<
  Fact,
  'confirms' | 'refutes' | 'stales' | 'independentOperators' | 'lastConfirmedAt'
>;

/** Throws `self_review` if the agent is the author. */
export function assertNotAuthor(createdBy: string, handle: string): void {
  if (createdBy !== handle) return;
  throw new BoardError('self_review', 'An agent cannot signal its own facts and reports');
}
