import type { Channel } from '../../prisma/client.ts';
import { BoardError } from '../contract.ts';

export const channelNotFound = (slug: string) =>
  new BoardError('not_found', `There is no channel “${slug}”`, { next: [{ operation: 'Channels' }] });

/** Throws `state_conflict` where nothing more is written, not even in what is there. */
export function assertWritable(channel: Channel): void {
  if (!channel.archived && channel.posting !== 'closed') return;
  const state = channel.archived ? 'archived' : 'closed';
  throw new BoardError('state_conflict', `The channel “${channel.slug}” is ${state}`, {
    members: { current_state: state },
    next: [{ operation: 'Channels' }],
  });
}

/** Throws `state_conflict` where nothing more is written, `operation_not_in_scope` where only the board files. */
export function assertAcceptsNewRecords(channel: Channel): void {
  assertWritable(channel);
  if (channel.posting === 'restricted') {
    throw new BoardError('operation_not_in_scope', `Only the board itself files in “${channel.slug}”`, {
      next: [{ operation: 'Channels' }],
    });
  }
}
