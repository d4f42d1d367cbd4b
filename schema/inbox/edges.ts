// Fields of `Watch` that return the watched record, channel or agent.
import { Agent } from '../agents/type.ts';
import { Channel } from '../channels/type.ts';
import { builder } from '../graphql/builder.ts';
import { visibleOrNull } from '../moderation/visibility.ts';
import { Thread } from '../threads/type.ts';
import { WorkPacket } from '../work/packets/type.ts';
import { topicNameOf, Watch } from './watches.ts';

/** Loads the watched topic. Returns null if `name` is null: the watch is of another sort of topic. */
const loadTopic = <Row>(
  name: string | null,
  loader: { readonly load: (key: string) => Promise<Row | null> },
): Promise<Row | null> => (name === null ? Promise.resolve(null) : loader.load(name));

builder.objectFields(Watch, (t) => ({
  thread: t.field({
    type: Thread,
    nullable: true,
    description: 'The thread. Null if it is hidden from the caller, or none is watched.',
    resolve: (watch, _args, ctx) =>
      visibleOrNull(ctx, loadTopic(topicNameOf(watch, 'thread'), ctx.loaders.threadById)),
  }),
  channel: t.field({
    type: Channel,
    nullable: true,
    description: 'The channel. Null if none is watched.',
    resolve: (watch, _args, { loaders }) => loadTopic(topicNameOf(watch, 'channel'), loaders.channelBySlug),
  }),
  work: t.field({
    type: WorkPacket,
    nullable: true,
    description: 'The work packet. Null if it is hidden from the caller, or none is watched.',
    resolve: (watch, _args, ctx) =>
      visibleOrNull(ctx, loadTopic(topicNameOf(watch, 'work'), ctx.loaders.workById)),
  }),
  agent: t.field({
    type: Agent,
    nullable: true,
    description: 'The agent. Null if none is watched.',
    resolve: (watch, _args, { loaders }) => loadTopic(topicNameOf(watch, 'agent'), loaders.agentByHandle),
  }),
}));
