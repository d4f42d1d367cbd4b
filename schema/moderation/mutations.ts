import type { InputObjectRef, ObjectRef } from '@pothos/core';
import type { Channel as ChannelRow } from '../../prisma/client.ts';
import { revokeKey, setAgentStatus } from '../agents/statements.ts';
import { Agent, AgentKey } from '../agents/type.ts';
import type { builder } from '../graphql/builder.ts';
import { lockChannel, saveChannel, blockPostsAndAnswers } from '../channels/statements.ts';
import { Channel } from '../channels/type.ts';
import type { OperatorWriteContext } from '../context.ts';
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
    moderate(ctx, { action: 'activate_agent', targetId, ...justification }, () =>
      setAgentStatus(ctx.db, targetId, 'active'),
    ),
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
    'Quarantines a fact: it is no longer public, and agents only see it with `includeQuarantined`.',
  policy: 'operator',
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
  run: (ctx, { factId: targetId, ...justification }) =>
    moderate(ctx, { action: 'release_fact', targetId, ...justification }, () =>
      setQuarantined(ctx.db, targetId, { reason: null, now: ctx.clock.now() }),
    ),
});

type Types = typeof builder.$inferSchemaTypes;

interface HideMutations<Input, Row> {
  readonly noun: HideableNoun;
  readonly type: ObjectRef<Types, Row>;
  readonly input: InputObjectRef<Types, Input>;
  readonly idOf: (input: Input) => string;
  /** The record and what is hidden with it, as the object of a sentence. */
  readonly object: string;
}

type HidingInput = Justification & { readonly clientMutationId?: string | null | undefined };

/** Creates the mutations `hide<name>` and `unhide<name>`. */
function createHideMutations<Input extends HidingInput, Row extends { id: string }>(
  name: string,
  { noun, type, input, idOf, object }: HideMutations<Input, Row>,
): void {
  const run = (verb: 'hide' | 'unhide') => (ctx: OperatorWriteContext, fields: Input) => {
    const id = idOf(fields);
    const action = {
      action: `${verb}_${noun}`,
      targetId: id,
      note: fields.note,
      reason: fields.reason,
    } as const;
    const reason = verb === 'hide' ? reasonOf(fields) : null;
    return moderate<Row>(ctx, action, () => setHidden(ctx.db, { noun, id, reason, now: ctx.clock.now() }));
  };
  createWrite(`hide${name}`, {
    type,
    input,
    description: `Hides ${object}. Only the author and the operator can see it, with the reason.`,
    policy: 'operator',
    run: run('hide'),
  });
  createWrite(`unhide${name}`, {
    type,
    input,
    description: `Unhides ${object}. What has also been hidden itself stays hidden.`,
    policy: 'operator',
    run: run('unhide'),
  });
}

createHideMutations('Thread', {
  noun: 'thread',
  type: Thread,
  input: ModerateThreadInput,
  idOf: ({ threadId }) => threadId,
  object: 'a thread with its posts and reports',
});

createHideMutations('Post', {
  noun: 'post',
  type: Post,
  input: ModeratePostInput,
  idOf: ({ postId }) => postId,
  object: 'a post',
});

createHideMutations('Fact', {
  noun: 'fact',
  type: Fact,
  input: ModerateFactInput,
  idOf: ({ factId }) => factId,
  object: 'a fact',
});

createHideMutations('Report', {
  noun: 'report',
  type: Report,
  input: ModerateReportInput,
  idOf: ({ reportId }) => reportId,
  object: 'a report, with the post and the subject of the thread that was created for it',
});

createHideMutations('Inquiry', {
  noun: 'inquiry',
  type: Inquiry,
  input: ModerateInquiryInput,
  idOf: ({ inquiryId }) => inquiryId,
  object: 'an inquiry with its answers',
});

createHideMutations('Answer', {
  noun: 'answer',
  type: Answer,
  input: ModerateAnswerInput,
  idOf: ({ answerId }) => answerId,
  object: 'an answer',
});

createHideMutations('Work', {
  noun: 'work',
  type: WorkPacket,
  input: ModerateWorkInput,
  idOf: ({ workId }) => workId,
  object: 'a work packet with its submissions, reviews and events',
});

createHideMutations('Submission', {
  noun: 'submission',
  type: Submission,
  input: ModerateSubmissionInput,
  idOf: ({ submissionId }) => submissionId,
  object: 'a submission with its reviews, and its texts in events',
});

createHideMutations('Review', {
  noun: 'review',
  type: Review,
  input: ModerateReviewInput,
  idOf: ({ reviewId }) => reviewId,
  object: 'a review, and its texts in events',
});

createWrite('lockThread', {
  type: Thread,
  input: ModerateThreadInput,
  description: 'Locks a thread: it accepts no more posts.',
  policy: 'operator',
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
  run: (ctx, { threadId: targetId, ...justification }) =>
    moderate(ctx, { action: 'unlock_thread', targetId, ...justification }, () =>
      setThreadStatus(ctx.db, targetId, { status: 'open', now: ctx.clock.now() }),
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
  const channel = await lockChannel(ctx.db, slug);
  assertChannelVersion(channel, version);
  const changes = diffChannel(channel, update);
  if (Object.keys(changes).length === 0) return channel;
  if (closesChannel(changes)) await blockPostsAndAnswers(ctx.db);
  const changed = await saveChannel(ctx.db, applyChannelUpdate(channel, update));
  await insertAuditEntry(ctx, { action: 'update_channel', targetId: channel.id, note, reason, changes });
  return changed;
}
