// Checks when a write commits that its channel and thread are still open.
import { type OpenTransaction, sql, type Sql, toViolation } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';

/**
 * What must still be open when a write commits: a channel in which it creates a record (`channel`) or adds to an existing
 * record (`writableChannel`), or a thread.
 */
type Target =
  | { readonly channel: string }
  | { readonly writableChannel: string }
  | { readonly thread: string };

const checkOpen = (targets: readonly Target[]): Sql => {
  const valuesOf = (name: string) => [
    ...new Set(
      targets.flatMap((target) =>
        Object.entries(target).flatMap(([key, value]) => (key === name ? [value] : [])),
      ),
    ),
  ];
  return sql`select check_open(${valuesOf('channel')}::text[], ${valuesOf('writableChannel')}::text[],
    ${valuesOf('thread')}::uuid[])`;
};

/**
 * Makes the commit fail if the target has been closed, archived, locked or hidden since it was read, or if `channel` has
 * become restricted. The rows are locked only during the commit. See `toClosedError` for the error.
 */
export const checkOpenAtCommit = (db: OpenTransaction, target: Target): void =>
  db.beforeCommit(checkOpen, target);

/** A record that was closed after a write has read it, and its state. `closed` stands for archived and restricted, too. */
type Closed = readonly [noun: 'thread' | 'channel', state: 'locked' | 'hidden' | 'closed'];

/** The error for a write whose thread or channel was closed after the write has read it as open. */
export const createClosedError = ([noun, state]: Closed): BoardError =>
  new BoardError('state_conflict', `The ${noun} was ${state} while this was being written`, {
    members: { current_state: state },
    next: [{ operation: 'Channels' }],
  });

/** The record that was closed, by the constraint that the check reports. */
const CLOSED: Readonly<Record<string, Closed>> = {
  thread_open: ['thread', 'locked'],
  thread_visible: ['thread', 'hidden'],
  channel_open: ['channel', 'closed'],
};

/** The error for a commit that the check rejected, `state_conflict`; undefined for other errors. */
export function toClosedError(error: unknown): BoardError | undefined {
  const closed = CLOSED[toViolation(error)?.constraint ?? ''];
  return closed && createClosedError(closed);
}
