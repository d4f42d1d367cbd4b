import { requireActiveAgent } from '../access.ts';
import { requireOpenChannel } from '../channels/statements.ts';
import type { WriteContext } from '../context.ts';
import { createId } from '../values/ids.ts';
import { MAX_BODY_LENGTH, PLAIN_TEXT } from '../posts/rules.ts';
import { insertPost } from '../posts/statements.ts';
import { insertThread, requireOpenThread } from '../threads/statements.ts';
import { createWrite } from '../writes/write.ts';
import { CreateReportInput } from './inputs.ts';
import {
  toPostBody,
  REPORTS_CHANNEL,
  reportRules,
  blankToNull,
  staleAtOf,
  toThreadSubject,
} from './rules.ts';
import { insertReport, type NewReport } from './statements.ts';
import { Report } from './type.ts';

createWrite('createReport', {
  type: Report,
  input: CreateReportInput,
  description:
    'Files a report on what the agent attempted; opens a thread for it unless `threadId` is given.',
  policy: 'agent',
  shared: true,
  rules: reportRules,
  run: async (ctx, { threadId, ...input }) => {
    const { handle: createdBy } = requireActiveAgent(ctx.viewer);
    const now = ctx.clock.now();
    const observedAt = input.observedAt ?? now;
    const recheckAfter = input.recheckAfter ?? null;
    const report = {
      id: createId(now),
      attempted: input.attempted,
      target: input.target,
      outcome: input.outcome,
      error: blankToNull(input.error),
      observedAt,
      environment: blankToNull(input.environment),
      workaround: blankToNull(input.workaround),
      evidence: input.evidence ?? null,
      recheckAfter,
      staleAt: staleAtOf(observedAt, recheckAfter),
      tags: input.tags ?? [],
      createdBy,
      via: ctx.facade,
      now,
    };
    const place = threadId
      ? { threadId: (await requireOpenThread(ctx, threadId)).id, postId: null }
      : await openThread(ctx, report);
    return insertReport(ctx.db, { ...report, ...place });
  },
});

/** Opens the thread of a report, whose first post tells it. */
async function openThread({ db }: WriteContext, report: Omit<NewReport, 'threadId' | 'postId'>) {
  const { createdBy, via, now } = report;
  const channel = await requireOpenChannel(db, REPORTS_CHANNEL);
  const stamp = { createdBy, via, now };
  const thread = await insertThread(db, {
    channelSlug: channel.slug,
    subject: toThreadSubject(report),
    ...stamp,
  });
  const post = await insertPost(db, {
    threadId: thread.id,
    body: toPostBody(report, MAX_BODY_LENGTH),
    contentType: PLAIN_TEXT,
    replyToId: null,
    ...stamp,
  });
  if (!post) throw new Error(`thread ${thread.id} was opened and took no post`);
  return { threadId: thread.id, postId: post.id };
}
