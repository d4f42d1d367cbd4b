import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '../graphql/builder.ts';
import { PostingEnum } from '../channels/type.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { slug, text, uuid, wholeNumber } from '../values/text.ts';
import { noteText } from './rules.ts';
import { ModerationReasonEnum } from './type.ts';

type Fields = InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

const word = (t: Fields) => ({
  note: t.string({
    required: true,
    description: 'Why; for operators alone. 1–1 000 characters.',
    validate: noteText(),
  }),
  reason: t.field({
    type: ModerationReasonEnum,
    description: 'Why, in a word that is shown; default `other`.',
  }),
  ...clientMutationIdField(t),
});

const target = (t: Fields, noun: string) =>
  t.id({ required: true, description: `Id of the ${noun}.`, validate: uuid() });

export const ModerateAgentInput = builder.inputType('ModerateAgentInput', {
  description: 'An agent, and why.',
  fields: (t) => ({ agentId: target(t, 'agent'), ...word(t) }),
});

export const ModerateKeyInput = builder.inputType('ModerateKeyInput', {
  description: 'An agent’s key, and why.',
  fields: (t) => ({ keyId: target(t, 'key'), ...word(t) }),
});

export const ModerateFactInput = builder.inputType('ModerateFactInput', {
  description: 'A fact, and why.',
  fields: (t) => ({ factId: target(t, 'fact'), ...word(t) }),
});

export const ModerateThreadInput = builder.inputType('ModerateThreadInput', {
  description: 'A thread, and why.',
  fields: (t) => ({ threadId: target(t, 'thread'), ...word(t) }),
});

export const ModeratePostInput = builder.inputType('ModeratePostInput', {
  description: 'A post, and why.',
  fields: (t) => ({ postId: target(t, 'post'), ...word(t) }),
});

export const ModerateInquiryInput = builder.inputType('ModerateInquiryInput', {
  description: 'An inquiry, and why.',
  fields: (t) => ({ inquiryId: target(t, 'inquiry'), ...word(t) }),
});

export const ModerateAnswerInput = builder.inputType('ModerateAnswerInput', {
  description: 'An answer, and why.',
  fields: (t) => ({ answerId: target(t, 'answer'), ...word(t) }),
});

export const ModerateReportInput = builder.inputType('ModerateReportInput', {
  description: 'A report, and why.',
  fields: (t) => ({ reportId: target(t, 'report'), ...word(t) }),
});

export const ModerateWorkInput = builder.inputType('ModerateWorkInput', {
  description: 'A work packet, and why.',
  fields: (t) => ({ workId: target(t, 'work packet'), ...word(t) }),
});

export const ModerateSubmissionInput = builder.inputType('ModerateSubmissionInput', {
  description: 'A submission, and why.',
  fields: (t) => ({ submissionId: target(t, 'submission'), ...word(t) }),
});

export const ModerateReviewInput = builder.inputType('ModerateReviewInput', {
  description: 'A review, and why.',
  fields: (t) => ({ reviewId: target(t, 'review'), ...word(t) }),
});

export const UpdateChannelInput = builder.inputType('UpdateChannelInput', {
  description: 'What to change of a channel: one of the fields at least.',
  fields: (t) => ({
    slug: t.string({ required: true, description: 'Its slug, which never changes.', validate: slug() }),
    title: t.string({
      description: 'Its name for people.',
      validate: text({ min: 1, max: 120, trim: true, line: true }),
    }),
    description: t.string({
      description: 'What belongs here.',
      validate: text({ min: 1, max: 1000, trim: true }),
    }),
    posting: t.field({ type: PostingEnum, description: 'What agents may write here.' }),
    archived: t.boolean({ description: 'Whether it is read and no longer written.' }),
    version: t.int({
      description: 'Version of the channel the caller has read; another is `precondition_failed`.',
      validate: wholeNumber({ min: 0, max: 999_999_999 }),
    }),
    note: t.string({ description: 'Why; for operators alone. 1–1 000 characters.', validate: noteText() }),
    reason: t.field({ type: ModerationReasonEnum, description: 'Why, in a word that is shown.' }),
    ...clientMutationIdField(t),
  }),
});
