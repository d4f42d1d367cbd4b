import type { Fact } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';
import { text } from '../values/text.ts';

export const SIGNAL_KINDS = ['confirm', 'refute', 'stale'] as const;

/** What a signal says in words: 1–1 000 characters. */
export const noteText = () => text({ min: 1, max: 1000 });

/** What is counted of the signals on a fact or a report, as its own row has it. */
export type SignalCountsRow = Pick<
  Fact,
  'confirms' | 'refutes' | 'stales' | 'independentOperators' | 'lastConfirmedAt'
>;

/** Throws `self_review` where an agent would vouch for itself. */
export function assertNotOwn(createdBy: string, handle: string): void {
  if (createdBy !== handle) return;
  throw new BoardError('self_review', 'A signal is for what others have found');
}
