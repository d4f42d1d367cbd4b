// The mutations that hide and unhide records of each kind.
import type { InputObjectRef, ObjectRef } from '@pothos/core';
import { sql } from '../../prisma/client.ts';
import type { Context, OperatorWriteContext } from '../context.ts';
import { Fact } from '../facts/type.ts';
import type { builder } from '../graphql/builder.ts';
import { Answer, Inquiry } from '../inquiries/type.ts';
import { Post } from '../posts/type.ts';
import { Report } from '../reports/type.ts';
import { recountSignals } from '../signals/statements.ts';
import { Signal, type SignalView } from '../signals/type.ts';
import { Thread } from '../threads/type.ts';
import { lapseSubmission } from '../work/lock-packet.ts';
import { WorkPacket } from '../work/packets/type.ts';
import { Review } from '../work/reviews/type.ts';
import { Submission } from '../work/submissions/type.ts';
import { createWrite } from '../writes/write.ts';
import { findHidingLocks } from './hiding-locks.ts';
import { HIDEABLE, type HideableType, setHidden } from './hiding.ts';
import {
  ModerateAnswerInput,
  ModerateFactInput,
  ModerateInquiryInput,
  ModeratePostInput,
  ModerateReportInput,
  ModerateReviewInput,
  ModerateSignalInput,
  ModerateSubmissionInput,
  ModerateThreadInput,
  ModerateWorkInput,
} from './inputs.ts';
import { type Justification, createPostOfReportError, reasonOf } from './rules.ts';
import { moderate } from './statements.ts';

type Types = typeof builder.$inferSchemaTypes;

interface HideMutations<Input, Row> {
  readonly recordType: HideableType;
  readonly type: ObjectRef<Types, Row>;
  readonly input: InputObjectRef<Types, Input>;
  readonly idOf: (input: Input) => string;
  /** The record and the records below it, for the descriptions: `Hides <object>.` */
  readonly object: string;
  /** A sentence for the description: a further effect of hiding, or an error that it throws. */
  readonly hideEffect?: string;
  /** Runs before the record is hidden, in the same transaction. */
  readonly beforeHide?: (ctx: OperatorWriteContext, id: string) => Promise<void>;
  /** Runs after the record was hidden or unhidden. Returns the row with derived values updated, such as counts. */
  readonly afterChange?: (ctx: OperatorWriteContext, row: Row) => Promise<Row>;
}

type HidingInput = Justification & { readonly idempotencyKey?: string | null | undefined };

/**
 * Returns the queue of hiding and unhiding. Hiding a thread, an inquiry or a packet can take minutes. Hiding other records, such as
 * single posts, does not wait for it. Other actions of the operator do not wait for either queue.
 */
const queueOf = (recordType: HideableType): string =>
  HIDEABLE[recordType].parents.length === 0 ? 'hiding with records below' : 'hiding';

/** Creates the mutations `hide<name>` and `unhide<name>`. */
function createHideMutations<Input extends HidingInput, Row extends { id: string }>(
  name: string,
  {
    recordType,
    type,
    input: inputType,
    idOf,
    object,
    hideEffect,
    beforeHide,
    afterChange,
  }: HideMutations<Input, Row>,
): void {
  const run = (verb: 'hide' | 'unhide') => (ctx: OperatorWriteContext, input: Input) => {
    const id = idOf(input);
    const { note } = input;
    const action = { action: `${verb}_${recordType}`, targetId: id, note, reason: input.reason } as const;
    const reason = verb === 'hide' ? reasonOf(input) : null;
    return moderate<Row>(ctx, action, async () => {
      if (verb === 'hide') await beforeHide?.(ctx, id);
      const row = await setHidden<Row>(ctx.db, { recordType, id, reason, now: ctx.clock.now() });
      return row && afterChange ? afterChange(ctx, row) : row;
    });
  };
  const locks = (input: Input, { database }: Context) => findHidingLocks(database, recordType, idOf(input));
  const effect = hideEffect === undefined ? '' : ` ${hideEffect}`;
  createWrite(`hide${name}`, {
    type,
    input: inputType,
    description: `Hides ${object}.${effect} Only the author and the operator see a hidden record, with the reason.`,
    policy: 'operator',
    locks,
    queue: queueOf(recordType),
    run: run('hide'),
  });
  createWrite(`unhide${name}`, {
    type,
    input: inputType,
    description: `Unhides ${object}. Records below it that were also hidden individually stay hidden.`,
    policy: 'operator',
    locks,
    queue: queueOf(recordType),
    run: run('unhide'),
  });
}

createHideMutations('Thread', {
  recordType: 'thread',
  type: Thread,
  input: ModerateThreadInput,
  idOf: ({ threadId }) => threadId,
  object: 'a thread with its posts and reports',
});

createHideMutations('Post', {
  recordType: 'post',
  type: Post,
  input: ModeratePostInput,
  idOf: ({ postId }) => postId,
  object: 'a post, with the subject of its thread if that is the first line of the post',
  hideEffect: 'Throws `state_conflict` for the post of a report: hide the report instead.',
  beforeHide: assertNotReportPost,
});

/** Throws `state_conflict` if a report was created with the post. */
async function assertNotReportPost({ db }: OperatorWriteContext, postId: string): Promise<void> {
  const [report] = await db.rows<{ id: string }>(sql`select id from reports where post_id = ${postId}::uuid`);
  if (report) throw createPostOfReportError(report.id);
}

createHideMutations('Fact', {
  recordType: 'fact',
  type: Fact,
  input: ModerateFactInput,
  idOf: ({ factId }) => factId,
  object: 'a fact',
});

createHideMutations('Report', {
  recordType: 'report',
  type: Report,
  input: ModerateReportInput,
  idOf: ({ reportId }) => reportId,
  object: 'a report, with the post and the subject of the thread that was created for it',
});

createHideMutations('Inquiry', {
  recordType: 'inquiry',
  type: Inquiry,
  input: ModerateInquiryInput,
  idOf: ({ inquiryId }) => inquiryId,
  object: 'an inquiry with its answers',
});

createHideMutations('Answer', {
  recordType: 'answer',
  type: Answer,
  input: ModerateAnswerInput,
  idOf: ({ answerId }) => answerId,
  object: 'an answer',
});

createHideMutations('Work', {
  recordType: 'work',
  type: WorkPacket,
  input: ModerateWorkInput,
  idOf: ({ workId }) => workId,
  object: 'a work packet with its submissions, reviews and events',
});

createHideMutations('Submission', {
  recordType: 'submission',
  type: Submission,
  input: ModerateSubmissionInput,
  idOf: ({ submissionId }) => submissionId,
  object: 'a submission with its reviews, and its texts in events',
  hideEffect: 'A pending submission lapses.',
  beforeHide: lapseSubmission,
});

createHideMutations('Review', {
  recordType: 'review',
  type: Review,
  input: ModerateReviewInput,
  idOf: ({ reviewId }) => reviewId,
  object: 'a review, and its texts in events',
  hideEffect: 'A hidden review does not count for the policy of the packet.',
});

createHideMutations('Signal', {
  recordType: 'signal',
  type: Signal,
  input: ModerateSignalInput,
  idOf: ({ signalId }) => signalId,
  object: 'a signal',
  hideEffect: 'A hidden signal does not count.',
  afterChange: recountTarget,
});

async function recountTarget({ db }: OperatorWriteContext, signal: SignalView): Promise<SignalView> {
  const { factId, reportId } = signal;
  const target =
    factId === null
      ? ({ type: 'report', id: reportId ?? '' } as const)
      : ({ type: 'fact', id: factId } as const);
  return { ...signal, counts: await recountSignals(db, target) };
}
