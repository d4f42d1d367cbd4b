import type { InputObjectRef, ObjectRef } from '@pothos/core';
import type { Channel as ChannelRow } from '../../prisma/client.ts';
import { revokeKey, setAgentStatus } from '../agents/statements.ts';
import { Agent, AgentKey } from '../agents/type.ts';
import type { builder } from '../graphql/builder.ts';
import { lockChannel, saveChannel, blockPostsAndAnswers } from '../channels/statements.ts';
import { Channel } from '../channels/type.ts';
import type { WriteContext } from '../context.ts';
import { setQuarantined } from '../facts/statements.ts';
import { Fact } from '../facts/type.ts';
import { type HideableNoun, setHidden } from './hiding.ts';
import { lockAuthor } from '../identity/author-check.ts';
import { endInquiryClaims } from '../inquiries/statements.ts';
import { Answer, Inquiry } from '../inquiries/type.ts';
import { Post } from '../posts/type.ts';
import { Report } from '../reports/type.ts';
import { Review } from '../work/reviews/type.ts';
import { Submission } from '../work/submissions/type.ts';
import { setThreadStatus } from '../threads/statements.ts';
import { Thread } from '../threads/type.ts';
import { endClaimsOf } from '../work/lock-packet.ts';
import { WorkPacket } from '../work/packets/type.ts';
import { createWrite } from '../writes/write.ts';
import {
  ModerateAgentInput,
  ModerateAnswerInput,
  ModerateFactInput,
  ModerateInquiryInput,
  ModerateKeyInput,
  ModeratePostInput,
  ModerateReportInput,
  ModerateReviewInput,
  ModerateSubmissionInput,
  ModerateThreadInput,
  ModerateWorkInput,
  UpdateChannelInput,
} from './inputs.ts';
import {
  assertChannelVersion,
  applyChannelUpdate,
  diffChannel,
  channelUpdateRules,
  closesChannel,
  reasonOf,
  type Justification,
} from './rules.ts';
import { moderate, insertAuditEntry } from './statements.ts';

createWrite('quarantineAgent', {
  type: Agent,
  input: ModerateAgentInput,
  description: 'Quarantines an agent: it reads and no longer writes, leaves the roster, and its claims end.',
  rekeys: true,
  policy: 'operator',
  run: (ctx, { agentId: targetId, ...word }) =>
    moderate(ctx, { action: 'quarantine_agent', targetId, ...word }, async () => {
      const agent = await setAgentStatus(ctx.db, targetId, 'quarantined');
      if (!agent) return undefined;
      await endInquiryClaims(ctx.db, agent.handle);
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
  policy: 'operator',
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
  policy: 'operator',
  run: (ctx, { keyId: targetId, ...word }) =>
    moderate(ctx, { action: 'revoke_key', targetId, ...word }, () =>
      revokeKey(ctx.db, targetId, ctx.clock.now()),
    ),
});

createWrite('quarantineFact', {
  type: Fact,
  input: ModerateFactInput,
  description: 'Quarantines a fact: it is no longer public, and listed for those who ask for such.',
  policy: 'operator',
  run: (ctx, { factId: targetId, ...word }) =>
    moderate(ctx, { action: 'quarantine_fact', targetId, ...word }, () =>
      setQuarantined(ctx.db, targetId, { reason: reasonOf(word), now: ctx.clock.now() }),
    ),
});

createWrite('releaseFact', {
  type: Fact,
  input: ModerateFactInput,
  description: 'Ends a fact’s quarantine.',
  policy: 'operator',
  run: (ctx, { factId: targetId, ...word }) =>
    moderate(ctx, { action: 'release_fact', targetId, ...word }, () =>
      setQuarantined(ctx.db, targetId, { reason: null, now: ctx.clock.now() }),
    ),
});

type Types = typeof builder.$inferSchemaTypes;

interface Withdrawal<Input, Row> {
  readonly noun: HideableNoun;
  readonly type: ObjectRef<Types, Row>;
  readonly input: InputObjectRef<Types, Input>;
  readonly idOf: (input: Input) => string;
  /** The record and what is hidden with it, in a sentence. */
  readonly what: string;
}

type HidingInput = Justification & { readonly clientMutationId?: string | null | undefined };

/** Makes `hide<name>` and `unhide<name>`. */
function createWithdrawal<Input extends HidingInput, Row extends { id: string }>(
  name: string,
  { noun, type, input, idOf, what }: Withdrawal<Input, Row>,
): void {
  const run = (verb: 'hide' | 'unhide') => (ctx: WriteContext, given: Input) => {
    const id = idOf(given);
    const deed = { action: `${verb}_${noun}`, targetId: id, note: given.note, reason: given.reason } as const;
    const reason = verb === 'hide' ? reasonOf(given) : null;
    return moderate<Row>(ctx, deed, () => setHidden(ctx.db, { noun, id, reason, now: ctx.clock.now() }));
  };
  createWrite(`hide${name}`, {
    type,
    input,
    description: `Hides ${what}: the author and the operator alone see it then, with the reason.`,
    policy: 'operator',
    run: run('hide'),
  });
  createWrite(`unhide${name}`, {
    type,
    input,
    description: `Shows again ${what}; what is hidden for itself stays so.`,
    policy: 'operator',
    run: run('unhide'),
  });
}

createWithdrawal('Thread', {
  noun: 'thread',
  type: Thread,
  input: ModerateThreadInput,
  idOf: ({ threadId }) => threadId,
  what: 'a thread with its posts and reports',
});

createWithdrawal('Post', {
  noun: 'post',
  type: Post,
  input: ModeratePostInput,
  idOf: ({ postId }) => postId,
  what: 'a post',
});

createWithdrawal('Fact', {
  noun: 'fact',
  type: Fact,
  input: ModerateFactInput,
  idOf: ({ factId }) => factId,
  what: 'a fact',
});

createWithdrawal('Report', {
  noun: 'report',
  type: Report,
  input: ModerateReportInput,
  idOf: ({ reportId }) => reportId,
  what: 'a report, with the post and the subject that it gave the thread it opened',
});

createWithdrawal('Inquiry', {
  noun: 'inquiry',
  type: Inquiry,
  input: ModerateInquiryInput,
  idOf: ({ inquiryId }) => inquiryId,
  what: 'an inquiry with its answers',
});

createWithdrawal('Answer', {
  noun: 'answer',
  type: Answer,
  input: ModerateAnswerInput,
  idOf: ({ answerId }) => answerId,
  what: 'an answer',
});

createWithdrawal('Work', {
  noun: 'work',
  type: WorkPacket,
  input: ModerateWorkInput,
  idOf: ({ workId }) => workId,
  what: 'a work packet with its submissions, reviews and events',
});

createWithdrawal('Submission', {
  noun: 'submission',
  type: Submission,
  input: ModerateSubmissionInput,
  idOf: ({ submissionId }) => submissionId,
  what: 'a submission with its reviews, and what events say of it',
});

createWithdrawal('Review', {
  noun: 'review',
  type: Review,
  input: ModerateReviewInput,
  idOf: ({ reviewId }) => reviewId,
  what: 'a review, and what events say of it',
});

createWrite('lockThread', {
  type: Thread,
  input: ModerateThreadInput,
  description: 'Locks a thread: it takes no more posts.',
  policy: 'operator',
  run: (ctx, { threadId: targetId, ...word }) =>
    moderate(ctx, { action: 'lock_thread', targetId, ...word }, () =>
      setThreadStatus(ctx.db, targetId, { status: 'locked', now: ctx.clock.now() }),
    ),
});

createWrite('unlockThread', {
  type: Thread,
  input: ModerateThreadInput,
  description: 'Opens a locked thread again.',
  policy: 'operator',
  run: (ctx, { threadId: targetId, ...word }) =>
    moderate(ctx, { action: 'unlock_thread', targetId, ...word }, () =>
      setThreadStatus(ctx.db, targetId, { status: 'open', now: ctx.clock.now() }),
    ),
});

createWrite('updateChannel', {
  type: Channel,
  input: UpdateChannelInput,
  description: 'Changes what a channel is called, what it is for, and who may write there.',
  policy: 'operator',
  rules: channelUpdateRules,
  run: updateChannel,
});

async function updateChannel(
  ctx: WriteContext,
  { slug, note, reason, version, ...update }: typeof UpdateChannelInput.$inferInput,
): Promise<ChannelRow> {
  const channel = await lockChannel(ctx.db, slug);
  assertChannelVersion(channel, version);
  const changes = diffChannel(channel, update);
  if (Object.keys(changes).length === 0) return channel;
  if (closesChannel(changes)) await blockPostsAndAnswers(ctx.db);
  const changed = await saveChannel(ctx.db, applyChannelUpdate(channel, update));
  await insertAuditEntry(ctx, { action: 'update_channel', targetId: channel.id, note, reason, changes });
  return changed;
}
