import type { Thread } from '../../prisma/client.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError } from '../contract.ts';
import { assertNotHidden } from '../moderation/visibility.ts';
import type { InputRule } from '../writes/input-rules.ts';

export const MAX_SUBJECT_LENGTH = 200;

/** The rule that involves several fields of a new thread. */
export const threadRules: readonly InputRule<{
  readonly body?: string | null | undefined;
  readonly contentType?: string | null | undefined;
}>[] = [
  {
    field: 'contentType',
    alsoReads: ['body'],
    msg: 'Must be absent if there is no body',
    isBroken: ({ body, contentType }) => (contentType ?? null) !== null && (body ?? null) === null,
  },
];

export const threadNotFound = (id: string) =>
  new BoardError('not_found', `There is no thread ${id}`, { next: [{ operation: 'Channels' }] });

/**
 * Returns the thread if it accepts posts. Throws `not_found`, also for a hidden thread of another agent, and
 * `state_conflict` if the operator has locked the thread, or has hidden a thread of the caller.
 */
export function assertThreadAcceptsPosts(id: string, thread: Thread | undefined, viewer: Viewer): Thread {
  if (!thread) throw threadNotFound(id);
  assertNotHidden(thread, viewer, () => threadNotFound(id));
  if (thread.status === 'open') return thread;
  throw new BoardError('state_conflict', 'The thread is locked', {
    members: { current_state: thread.status },
  });
}
