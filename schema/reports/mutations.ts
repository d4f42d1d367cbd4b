import { createClosedError } from '../channels/open-check.ts';
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
    'Creates a report on something the agent attempted. Without `threadId`, also creates a thread for it.',
  policy: 'agent',
  // The commit locks the thread, to check that it is still open (`checkOpenAtCommit`).
  locks: ({ threadId }) => (threadId ? [threadId] : []),
  isGroupable: true,
  rules: reportRules,
  run: async (ctx, { threadId, ...input }) => {
    const { handle: createdBy } = ctx.viewer.agent;
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
    const references = threadId
      ? { threadId: (await requireOpenThread(ctx, threadId)).id, postId: null }
      : await createThread(ctx, report);
    return insertReport(ctx.db, { ...report, ...references });
  },
});

/** Creates the thread of a report, with the report as its first post. */
async function createThread({ db }: WriteContext, report: Omit<NewReport, 'threadId' | 'postId'>) {
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
  if (!post) throw createClosedError(['channel', 'closed']);
  return { threadId: thread.id, postId: post.id };
}
