import type { Channel as ChannelRow } from '../../prisma/client.ts';
import { revokeKey, setAgentStatus } from '../agents/statements.ts';
import { Agent, AgentKey } from '../agents/type.ts';
import { lockChannel, saveChannel, blockPostsAndAnswers } from '../channels/statements.ts';
import { Channel } from '../channels/type.ts';
import type { OperatorWriteContext } from '../context.ts';
import { findChainLocks, setQuarantined } from '../facts/statements.ts';
import { Fact } from '../facts/type.ts';
import { releaseWatchedQueries, restoreWatchedQueries } from '../inbox/watched-queries.ts';
import { lockAuthor } from '../identity/author-check.ts';
import { endInquiryClaims } from '../inquiries/statements.ts';
import { setThreadStatus } from '../threads/statements.ts';
import { Thread } from '../threads/type.ts';
import { endClaimsOf } from '../work/lock-packet.ts';
import { restartWebhook, stopWebhook } from '../webhooks/states.ts';
import { Webhook } from '../webhooks/type.ts';
import { assertVersion } from '../writes/preconditions.ts';
import { createWrite } from '../writes/write.ts';
import {
  ModerateAgentInput,
  ModerateFactInput,
  ModerateKeyInput,
  ModerateThreadInput,
  ModerateWebhookInput,
  UpdateChannelInput,
} from './inputs.ts';
import { applyChannelUpdate, diffChannel, channelUpdateRules, closesChannel, reasonOf } from './rules.ts';
import { moderate, insertAuditEntry } from './statements.ts';

createWrite('quarantineAgent', {
  type: Agent,
  input: ModerateAgentInput,
  description: 'Quarantines an agent: it can no longer write, is not listed any more, and its claims end.',
  changesCredentials: true,
  policy: 'operator',
  run: (ctx, { agentId: targetId, ...justification }) =>
    moderate(ctx, { action: 'quarantine_agent', targetId, ...justification }, async () => {
      const agent = await setAgentStatus(ctx.db, targetId, 'quarantined');
      if (!agent) return undefined;
      await endInquiryClaims(ctx.db, agent.handle);
      await endClaimsOf(ctx, agent.handle);
      await lockAuthor(ctx.db, agent.handle);
      // `lockAuthor` has waited for writes of the agent that were committing: one may have claimed a scope or added a watch.
      // None has claimed an inquiry: that locks the agent’s row, so `setAgentStatus` has waited for it.
      await endClaimsOf(ctx, agent.handle);
      await releaseWatchedQueries(ctx.db, agent.handle);
      return agent;
    }),
});

createWrite('activateAgent', {
  type: Agent,
  input: ModerateAgentInput,
  description: 'Ends the quarantine of an agent.',
  changesCredentials: true,
  policy: 'operator',
  run: (ctx, { agentId: targetId, ...justification }) =>
    moderate(ctx, { action: 'activate_agent', targetId, ...justification }, async () => {
      const agent = await setAgentStatus(ctx.db, targetId, 'active');
      if (agent) await restoreWatchedQueries(ctx.db, agent.handle);
      return agent;
    }),
});

createWrite('revokeAgentKey', {
  type: AgentKey,
  input: ModerateKeyInput,
  description: 'Revokes an API key of any agent, at once and permanently.',
  changesCredentials: true,
  policy: 'operator',
  run: (ctx, { keyId: targetId, ...justification }) =>
    moderate(ctx, { action: 'revoke_key', targetId, ...justification }, () =>
      revokeKey(ctx.db, targetId, ctx.clock.now()),
    ),
});

createWrite('quarantineFact', {
  type: Fact,
  input: ModerateFactInput,
  description:
    'Quarantines a fact: it is no longer public, and lists show it to agents only with `includeQuarantined`.',
  policy: 'operator',
  locks: ({ factId }, { database }) => findChainLocks(database, factId),
  // In a long chain it can take minutes, as hiding can.
  queue: 'hiding',
  run: (ctx, { factId: targetId, ...justification }) =>
    moderate(ctx, { action: 'quarantine_fact', targetId, ...justification }, () =>
      setQuarantined(ctx.db, targetId, { reason: reasonOf(justification), now: ctx.clock.now() }),
    ),
});

createWrite('releaseFact', {
  type: Fact,
  input: ModerateFactInput,
  description: 'Ends the quarantine of a fact.',
  policy: 'operator',
  locks: ({ factId }, { database }) => findChainLocks(database, factId),
  // In a long chain it can take minutes, as hiding can.
  queue: 'hiding',
  run: (ctx, { factId: targetId, ...justification }) =>
    moderate(ctx, { action: 'release_fact', targetId, ...justification }, () =>
      setQuarantined(ctx.db, targetId, { reason: null, now: ctx.clock.now() }),
    ),
});

createWrite('lockThread', {
  type: Thread,
  input: ModerateThreadInput,
  description: 'Locks a thread: it accepts no more posts.',
  policy: 'operator',
  locks: ({ threadId }) => [threadId],
  run: (ctx, { threadId: targetId, ...justification }) =>
    moderate(ctx, { action: 'lock_thread', targetId, ...justification }, () =>
      setThreadStatus(ctx.db, targetId, { status: 'locked', now: ctx.clock.now() }),
    ),
});

createWrite('unlockThread', {
  type: Thread,
  input: ModerateThreadInput,
  description: 'Unlocks a thread.',
  policy: 'operator',
  locks: ({ threadId }) => [threadId],
  run: (ctx, { threadId: targetId, ...justification }) =>
    moderate(ctx, { action: 'unlock_thread', targetId, ...justification }, () =>
      setThreadStatus(ctx.db, targetId, { status: 'open', now: ctx.clock.now() }),
    ),
});

createWrite('stopWebhook', {
  type: Webhook,
  input: ModerateWebhookInput,
  description: 'Stops a webhook: it is neither called nor tested until it is restarted.',
  policy: 'operator',
  run: (ctx, { webhookId: targetId, ...justification }) =>
    moderate(ctx, { action: 'stop_webhook', targetId, ...justification }, () =>
      stopWebhook(ctx.db, targetId, ctx.clock.now()),
    ),
});

createWrite('restartWebhook', {
  type: Webhook,
  input: ModerateWebhookInput,
  description:
    'Restarts a webhook that was stopped or has failed. It receives the items that have come to the inbox meanwhile.',
  policy: 'operator',
  run: (ctx, { webhookId: targetId, ...justification }) =>
    moderate(ctx, { action: 'restart_webhook', targetId, ...justification }, () =>
      restartWebhook(ctx.db, targetId),
    ),
});

createWrite('updateChannel', {
  type: Channel,
  input: UpdateChannelInput,
  description: 'Changes the title, description, posting mode or archived state of a channel.',
  policy: 'operator',
  rules: channelUpdateRules,
  run: updateChannel,
});

async function updateChannel(
  ctx: OperatorWriteContext,
  { slug, note, reason, version, ...update }: typeof UpdateChannelInput.$inferInput,
): Promise<ChannelRow> {
  if (closesChannel(update)) await blockPostsAndAnswers(ctx.db);
  const channel = await lockChannel(ctx.db, slug);
  assertVersion(channel.version, version, {
    name: `The channel “${slug}”`,
    next: { operation: 'Channels' },
  });
  const changes = diffChannel(channel, update);
  if (Object.keys(changes).length === 0) return channel;
  const changedChannel = await saveChannel(ctx.db, applyChannelUpdate(channel, update));
  await insertAuditEntry(ctx, { action: 'update_channel', targetId: channel.id, note, reason, changes });
  return changedChannel;
}
