import type { Thread } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';

export const SUBJECT_MAX = 200;

export const threadNotFound = (id: string) =>
  new BoardError('not_found', `There is no thread ${id}`, { next: [{ operation: 'Channels' }] });

/** Throws `state_conflict` where the operator has locked the thread. */
export function assertTakesPosts(thread: Pick<Thread, 'status'>): void {
  if (thread.status === 'open') return;
  throw new BoardError('state_conflict', 'The thread is locked', {
    members: { current_state: thread.status },
  });
}
