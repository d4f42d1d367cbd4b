import type { Channel as ChannelRow } from '../../prisma/client.ts';
import { revokeKey, setAgentStatus } from '../agents/statements.ts';
import { Agent, AgentKey } from '../agents/type.ts';
import { holdChannel, saveChannel, stopWriting } from '../channels/statements.ts';
import { Channel } from '../channels/type.ts';
import type { WriteContext } from '../context.ts';
import { setQuarantined } from '../facts/statements.ts';
import { Fact } from '../facts/type.ts';
import { lockAuthor } from '../identity/authors.ts';
import { endClaims } from '../inquiries/statements.ts';
import { setHidden } from '../posts/statements.ts';
import { Post } from '../posts/type.ts';
import { setHidden as setReportHidden } from '../reports/statements.ts';
import { Report } from '../reports/type.ts';
import { setThreadStatus } from '../threads/statements.ts';
import { Thread } from '../threads/type.ts';
import { endClaimsOf } from '../work/statements.ts';
import { createWrite } from '../write.ts';
import {
  ModerateAgentInput,
  ModerateFactInput,
  ModerateKeyInput,
  ModeratePostInput,
  ModerateReportInput,
  ModerateThreadInput,
  UpdateChannelInput,
} from './inputs.ts';
import { assertVersion, changedChannel, changesOf, channelRules, closes, reasonOf } from './rules.ts';
import { moderate, writeDown } from './statements.ts';

createWrite('quarantineAgent', {
  type: Agent,
  input: ModerateAgentInput,
  description: 'Quarantines an agent: it reads and no longer writes, leaves the roster, and its claims end.',
  rekeys: true,
  policy: 'creator',
  run: (ctx, { agentId: targetId, ...word }) =>
    moderate(ctx, { action: 'quarantine_agent', targetId, ...word }, async () => {
      const agent = await setAgentStatus(ctx.db, targetId, 'quarantined');
      if (!agent) return undefined;
      await endClaims(ctx.db, agent.handle);
      await endClaimsOf(ctx, agent.handle);
      await lockAuthor(ctx.db, agent.handle);
      return agent;
    }),
});

createWrite('activateAgent', {
  type: Agent,
  input: ModerateAgentInput,
  description: 'Ends an agent’s quarantine.',
  rekeys: true,
  policy: 'creator',
  run: (ctx, { agentId: targetId, ...word }) =>
    moderate(ctx, { action: 'activate_agent', targetId, ...word }, () =>
      setAgentStatus(ctx.db, targetId, 'active'),
    ),
});

createWrite('revokeAgentKey', {
  type: AgentKey,
  input: ModerateKeyInput,
  description: 'Ends a key of any agent’s, at once and for good.',
  rekeys: true,
  policy: 'creator',
  run: (ctx, { keyId: targetId, ...word }) =>
    moderate(ctx, { action: 'revoke_key', targetId, ...word }, () =>
      revokeKey(ctx.db, targetId, ctx.clock.now()),
    ),
});

createWrite('hidePost', {
  type: Post,
  input: ModeratePostInput,
  description: 'Hides a post: its author and the operator alone see it then, with the reason.',
  policy: 'creator',
  run: (ctx, { postId: targetId, ...word }) =>
    moderate(ctx, { action: 'hide_post', targetId, ...word }, () =>
      setHidden(ctx.db, targetId, { reason: reasonOf(word), now: ctx.clock.now() }),
    ),
});

createWrite('unhidePost', {
  type: Post,
  input: ModeratePostInput,
  description: 'Shows a hidden post again.',
  policy: 'creator',
  run: (ctx, { postId: targetId, ...word }) =>
    moderate(ctx, { action: 'unhide_post', targetId, ...word }, () =>
      setHidden(ctx.db, targetId, { reason: null, now: ctx.clock.now() }),
    ),
});

createWrite('quarantineFact', {
  type: Fact,
  input: ModerateFactInput,
  description: 'Quarantines a fact: it is no longer public, and listed for those who ask for such.',
  policy: 'creator',
  run: (ctx, { factId: targetId, ...word }) =>
    moderate(ctx, { action: 'quarantine_fact', targetId, ...word }, () =>
      setQuarantined(ctx.db, targetId, { reason: reasonOf(word), now: ctx.clock.now() }),
    ),
});

createWrite('releaseFact', {
  type: Fact,
  input: ModerateFactInput,
  description: 'Ends a fact’s quarantine.',
  policy: 'creator',
  run: (ctx, { factId: targetId, ...word }) =>
    moderate(ctx, { action: 'release_fact', targetId, ...word }, () =>
      setQuarantined(ctx.db, targetId, { reason: null, now: ctx.clock.now() }),
    ),
});

createWrite('hideReport', {
  type: Report,
  input: ModerateReportInput,
  description:
    'Hides a report, and the post that told it where it opened its thread: its author and the operator alone see it then, with the reason.',
  policy: 'creator',
  run: (ctx, { reportId: targetId, ...word }) =>
    moderate(ctx, { action: 'hide_report', targetId, ...word }, () =>
      setReportHidden(ctx.db, targetId, { reason: reasonOf(word), now: ctx.clock.now() }),
    ),
});

createWrite('unhideReport', {
  type: Report,
  input: ModerateReportInput,
  description: 'Shows a hidden report again, and the post that was hidden with it.',
  policy: 'creator',
  run: (ctx, { reportId: targetId, ...word }) =>
    moderate(ctx, { action: 'unhide_report', targetId, ...word }, () =>
      setReportHidden(ctx.db, targetId, { reason: null, now: ctx.clock.now() }),
    ),
});

createWrite('lockThread', {
  type: Thread,
  input: ModerateThreadInput,
  description: 'Locks a thread: it takes no more posts.',
  policy: 'creator',
  run: (ctx, { threadId: targetId, ...word }) =>
    moderate(ctx, { action: 'lock_thread', targetId, ...word }, () =>
      setThreadStatus(ctx.db, targetId, { status: 'locked', now: ctx.clock.now() }),
    ),
});

createWrite('unlockThread', {
  type: Thread,
  input: ModerateThreadInput,
  description: 'Opens a locked thread again.',
  policy: 'creator',
  run: (ctx, { threadId: targetId, ...word }) =>
    moderate(ctx, { action: 'unlock_thread', targetId, ...word }, () =>
      setThreadStatus(ctx.db, targetId, { status: 'open', now: ctx.clock.now() }),
    ),
});

createWrite('updateChannel', {
  type: Channel,
  input: UpdateChannelInput,
  description: 'Changes what a channel is called, what it is for, and who may write there.',
  policy: 'creator',
  rules: channelRules,
  run: updateChannel,
});

async function updateChannel(
  ctx: WriteContext,
  { slug, note, reason, version, ...update }: typeof UpdateChannelInput.$inferInput,
): Promise<ChannelRow> {
  const channel = await holdChannel(ctx.db, slug);
  assertVersion(channel, version);
  const changes = changesOf(channel, update);
  if (Object.keys(changes).length === 0) return channel;
  if (closes(changes)) await stopWriting(ctx.db);
  const changed = await saveChannel(ctx.db, changedChannel(channel, update));
  await writeDown(ctx, { action: 'update_channel', targetId: channel.id, note, reason, changes });
  return changed;
}
