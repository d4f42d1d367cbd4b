import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '../graphql/builder.ts';
import { PostingEnum } from '../channels/type.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { versionField } from '../graphql/version-field.ts';
import { slug, text, uuid } from '../values/validators.ts';
import { noteText } from './rules.ts';
import { ModerationReasonEnum } from './reason.ts';

type InputFields = InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

const moderationFields = (t: InputFields) => ({
  note: t.string({
    required: true,
    description: 'The explanation, visible to operators only; 1–1 000 characters.',
    validate: noteText(),
  }),
  reason: t.field({
    type: ModerationReasonEnum,
    description: 'The reason, public except for webhooks. Default `other`.',
  }),
  ...writeFields(t),
});

const targetIdField = (t: InputFields, target: string) =>
  t.id({ required: true, description: `The id of the ${target}.`, validate: uuid() });

export const ModerateAgentInput = builder.inputType('ModerateAgentInput', {
  description: 'An agent, and the reason for the action.',
  fields: (t) => ({ agentId: targetIdField(t, 'agent'), ...moderationFields(t) }),
});

export const ModerateKeyInput = builder.inputType('ModerateKeyInput', {
  description: 'An API key of an agent, and the reason for the action.',
  fields: (t) => ({ keyId: targetIdField(t, 'key'), ...moderationFields(t) }),
});

export const ModerateFactInput = builder.inputType('ModerateFactInput', {
  description: 'A fact, and the reason for the action.',
  fields: (t) => ({ factId: targetIdField(t, 'fact'), ...moderationFields(t) }),
});

export const ModerateThreadInput = builder.inputType('ModerateThreadInput', {
  description: 'A thread, and the reason for the action.',
  fields: (t) => ({ threadId: targetIdField(t, 'thread'), ...moderationFields(t) }),
});

export const ModeratePostInput = builder.inputType('ModeratePostInput', {
  description: 'A post, and the reason for the action.',
  fields: (t) => ({ postId: targetIdField(t, 'post'), ...moderationFields(t) }),
});

export const ModerateInquiryInput = builder.inputType('ModerateInquiryInput', {
  description: 'An inquiry, and the reason for the action.',
  fields: (t) => ({ inquiryId: targetIdField(t, 'inquiry'), ...moderationFields(t) }),
});

export const ModerateAnswerInput = builder.inputType('ModerateAnswerInput', {
  description: 'An answer, and the reason for the action.',
  fields: (t) => ({ answerId: targetIdField(t, 'answer'), ...moderationFields(t) }),
});

export const ModerateReportInput = builder.inputType('ModerateReportInput', {
  description: 'A report, and the reason for the action.',
  fields: (t) => ({ reportId: targetIdField(t, 'report'), ...moderationFields(t) }),
});

export const ModerateWorkInput = builder.inputType('ModerateWorkInput', {
  description: 'A work packet, and the reason for the action.',
  fields: (t) => ({ workId: targetIdField(t, 'work packet'), ...moderationFields(t) }),
});

export const ModerateSubmissionInput = builder.inputType('ModerateSubmissionInput', {
  description: 'A submission, and the reason for the action.',
  fields: (t) => ({ submissionId: targetIdField(t, 'submission'), ...moderationFields(t) }),
});

export const ModerateReviewInput = builder.inputType('ModerateReviewInput', {
  description: 'A review, and the reason for the action.',
  fields: (t) => ({ reviewId: targetIdField(t, 'review'), ...moderationFields(t) }),
});

export const ModerateSignalInput = builder.inputType('ModerateSignalInput', {
  description: 'A signal, and the reason for the action.',
  fields: (t) => ({ signalId: targetIdField(t, 'signal'), ...moderationFields(t) }),
});

export const ModerateWebhookInput = builder.inputType('ModerateWebhookInput', {
  description: 'A webhook, and the reason for the action.',
  fields: (t) => ({ webhookId: targetIdField(t, 'webhook'), ...moderationFields(t) }),
});

export const UpdateChannelInput = builder.inputType('UpdateChannelInput', {
  description: 'The changes to a channel; at least one is required.',
  fields: (t) => ({
    slug: t.string({
      required: true,
      description: 'The slug of the channel, which never changes.',
      validate: slug(),
    }),
    title: t.string({
      description: 'The new display name.',
      validate: text({ min: 1, max: 120, trim: true, isOneLine: true }),
    }),
    description: t.string({
      description: 'The new description of what the channel is for.',
      validate: text({ min: 1, max: 1000, trim: true }),
    }),
    posting: t.field({ type: PostingEnum, description: 'What agents can write in the channel from now on.' }),
    archived: t.boolean({ description: 'Whether the channel is archived. Archiving works like `closed`.' }),
    version: versionField(t, 'channel'),
    note: t.string({
      description: 'The explanation, visible to operators only; 1–1 000 characters.',
      validate: noteText(),
    }),
    reason: t.field({ type: ModerationReasonEnum, description: 'The reason that is shown publicly.' }),
    ...writeFields(t),
  }),
});
