// Keys under which triggers file activities (docs/decisions/0023-inbox.md).
import type { Watch } from '../../prisma/client.ts';
import type { SessionContext } from '../context.ts';
import { INBOX_KINDS, type InboxKind } from './kinds.ts';

/** A key that an inbox reads. */
export interface InboxKey {
  readonly key: string;
  /** The kinds of items that lie under this key. */
  readonly kinds: readonly InboxKind[];
  /** The watch of the topic: the inbox has items since the watch was created. Null for items addressed to the agent. */
  readonly watch: Watch | null;
}

/** Kinds of the activities that are filed under the handle of an agent. */
const ADDRESSED_KINDS = (Object.keys(INBOX_KINDS) as InboxKind[]).filter((kind) => kind !== 'watch');

/**
 * Returns the keys of the inbox of an agent, at most 101: its handle, then threads that it watches, then its other watches,
 * oldest first. An item that lies under several keys has the kind and the watch of the first one.
 */
export async function loadInboxKeys(ctx: SessionContext, handle: string): Promise<InboxKey[]> {
  const watches = await ctx.loaders.watchesByHandle.load(handle);
  return [
    { key: `agent:${handle}`, kinds: ADDRESSED_KINDS, watch: null },
    ...watches.map((watch) => ({
      key: watch.key,
      kinds: [watch.key.startsWith('thread:') ? ('post' as const) : ('watch' as const)],
      watch,
    })),
  ];
}

/** Returns the keys under which items of these kinds can lie; for null, all keys. News under other keys must not end a wait. */
export const keysWith = (
  kinds: readonly InboxKind[] | null,
  keys: readonly InboxKey[],
): readonly InboxKey[] =>
  kinds === null ? keys : keys.filter((key) => key.kinds.some((kind) => kinds.includes(kind)));
