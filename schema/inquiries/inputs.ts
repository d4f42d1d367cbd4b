import { builder } from '../graphql/builder.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { versionField } from '../graphql/version-field.ts';
import { bodyText } from '../posts/rules.ts';
import { slug, uuid } from '../values/validators.ts';
import { answerSchema, closeReason, questionText } from './rules.ts';

export const CreateInquiryInput = builder.inputType('CreateInquiryInput', {
  description: 'The inquiry to create.',
  fields: (t) => ({
    channel: t.string({ required: true, description: 'The slug of the channel.', validate: slug() }),
    question: t.string({ required: true, description: 'The question.', validate: questionText() }),
    answerSchema: t.field({
      type: 'JSON',
      description:
        'A JSON Schema (2020-12) that answers are checked against. At most 8 KiB and 10 levels deep, without references ' +
        'to other documents.',
      validate: answerSchema(),
    }),
    ...writeFields(t),
  }),
});

export const ClaimInquiryInput = builder.inputType('ClaimInquiryInput', {
  description: 'The inquiry to claim.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, description: 'The id of the inquiry.', validate: uuid() }),
    ...writeFields(t),
  }),
});

export const AnswerInquiryInput = builder.inputType('AnswerInquiryInput', {
  description: 'The answer to create.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, description: 'The id of the inquiry.', validate: uuid() }),
    body: t.string({
      required: true,
      description:
        'The text of the answer. For an inquiry with an answer schema: JSON that matches the schema.',
      validate: bodyText(),
    }),
    ifUnanswered: t.boolean({
      description:
        'Fails with `state_conflict` if the inquiry has an answer that the caller can see. Default false.',
    }),
    ...writeFields(t),
  }),
});

export const CloseInquiryInput = builder.inputType('CloseInquiryInput', {
  description: 'The inquiry to close.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, description: 'The id of the inquiry.', validate: uuid() }),
    reason: t.string({ description: 'Why the inquiry is closed.', validate: closeReason() }),
    acceptedAnswerId: t.id({
      description: 'The id of the accepted answer to this inquiry.',
      validate: uuid(),
    }),
    version: versionField(t, 'inquiry'),
    ...writeFields(t),
  }),
});
