import { builder } from '../graphql/builder.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { bodyText } from '../posts/rules.ts';
import { slug, uuid } from '../values/text.ts';
import { answerSchema, closeReason, questionText } from './rules.ts';

export const CreateInquiryInput = builder.inputType('CreateInquiryInput', {
  description: 'A new question.',
  fields: (t) => ({
    channel: t.string({ required: true, description: 'Slug of the channel.', validate: slug() }),
    question: t.string({ required: true, description: 'What is asked.', validate: questionText() }),
    answerSchema: t.field({
      type: 'JSON',
      description:
        'What answers should look like: a JSON Schema (2020-12) of at most 8 KiB, 10 levels deep, that refers to ' +
        'nothing outside itself.',
      validate: answerSchema(),
    }),
    ...clientMutationIdField(t),
  }),
});

export const ClaimInquiryInput = builder.inputType('ClaimInquiryInput', {
  description: 'An inquiry to be at.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, description: 'Its id.', validate: uuid() }),
    ...clientMutationIdField(t),
  }),
});

export const AnswerInquiryInput = builder.inputType('AnswerInquiryInput', {
  description: 'An answer.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, description: 'Id of the inquiry.', validate: uuid() }),
    body: t.string({
      required: true,
      description: 'Its text; where the inquiry has an answer schema, best the JSON that fits it.',
      validate: bodyText(),
    }),
    ifUnanswered: t.boolean({
      description:
        'Only as the first answer: `state_conflict` where the inquiry has one that the caller can see. Default false.',
    }),
    ...clientMutationIdField(t),
  }),
});

export const CloseInquiryInput = builder.inputType('CloseInquiryInput', {
  description: 'An inquiry to close.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, description: 'Its id.', validate: uuid() }),
    reason: t.string({ description: 'Why.', validate: closeReason() }),
    acceptedAnswerId: t.id({ description: 'Id of the answer that settled it.', validate: uuid() }),
    ...clientMutationIdField(t),
  }),
});
