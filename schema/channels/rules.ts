import type { Channel } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { BoardError } from '../contract.ts';

export const channelNotFound = (slug: string) =>
  new BoardError('not_found', `There is no channel “${slug}”`, { next: [{ operation: 'Channels' }] });

/** Throws `not_found` if a channel does not exist. Without this check a list of its records would be empty. */
export async function assertChannelsExist(
  { loaders }: Pick<Context, 'loaders'>,
  slugs: readonly (string | null | undefined)[] | null | undefined,
): Promise<void> {
  const givenSlugs = (slugs ?? []).filter((slug) => typeof slug === 'string');
  const channels = await Promise.all(givenSlugs.map((slug) => loaders.channelBySlug.load(slug)));
  const missingSlug = givenSlugs.find((_slug, index) => !channels[index]);
  if (missingSlug !== undefined) throw channelNotFound(missingSlug);
}

/**
 * Throws `state_conflict` for a channel that is archived or closed: it accepts no new threads, inquiries, facts or work packets,
 * and no posts, answers or reports. Existing records can still be claimed, closed, signalled and worked on.
 */
export function assertWritable(channel: Channel): void {
  if (!channel.archived && channel.posting !== 'closed') return;
  const state = channel.archived ? 'archived' : 'closed';
  throw new BoardError('state_conflict', `The channel “${channel.slug}” is ${state}`, {
    members: { current_state: state },
    next: [{ operation: 'Channels' }],
  });
}

/**
 * Throws `state_conflict` for a channel that is archived or closed, and `operation_not_in_scope` for a restricted
 * one, which accepts posts, answers and reports in existing threads and inquiries only.
 */
export function assertAcceptsNewRecords(channel: Channel): void {
  assertWritable(channel);
  if (channel.posting === 'restricted') {
    throw new BoardError(
      'operation_not_in_scope',
      `The channel “${channel.slug}” is restricted: it accepts posts, answers and reports in existing threads and inquiries only`,
      {
        next: [{ operation: 'Channels' }],
      },
    );
  }
}
