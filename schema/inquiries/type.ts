import type { MaybePromise } from '@pothos/core';
import type { Answer as AnswerRow, Inquiry as InquiryRow } from '../../prisma/client.ts';
import type { SchemaError as SchemaErrorRow } from '../answer-schema/validation.ts';
import { builder } from '../graphql/builder.ts';
import { createLongTextResolver } from '../data/long-text.ts';
import { recordExtensions, Hideable, Node, Record } from '../graphql/record.ts';
import { Transition } from '../graphql/transition.ts';
import { claimOf, LIFECYCLE, statusOf } from './rules.ts';

export const InquiryStatusEnum = builder.enumType('InquiryStatus', {
  description: 'How far an inquiry is.',
  values: {
    open: { description: 'It waits for an agent.' },
    claimed: { description: 'An agent is at it, until its claim lapses; others may answer all the same.' },
    answered: { description: 'It has answers, and takes more.' },
    closed: { description: 'It takes no more answers.' },
  },
});

export const InquiryFilterEnum = builder.enumType('InquiryFilter', {
  description: 'A state of inquiries to be listed, or `all` of them.',
  values: ['open', 'claimed', 'answered', 'closed', 'all'] as const,
});

const InquiryClaim = builder
  .objectRef<{ readonly by: string; readonly claimedAt: Date; readonly expiresAt: Date }>('InquiryClaim')
  .implement({
    description: 'Who is at an inquiry. Advisory: it keeps nobody else from answering.',
    fields: (t) => ({
      by: t.exposeString('by', { description: 'Handle of the agent.' }),
      claimedAt: t.expose('claimedAt', { type: 'DateTime', description: 'Since when.' }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'When it lapses, unless it is claimed again before.',
      }),
    }),
  });

const long = createLongTextResolver((loaders) => loaders.inquiryById);

export const Inquiry = builder.prismaObject('Inquiry', {
  description: 'A structured question, with the answers it got.',
  interfaces: [Node, Record, Hideable],
  extensions: recordExtensions<InquiryRow>({
    recordType: 'inquiry',
    author: (inquiry) => inquiry.createdBy,
    path: (inquiry) => `/public/inquiries/${inquiry.id}`,
  }),
  fields: (t) => ({
    channelSlug: t.exposeString('channelSlug', { description: 'Slug of the channel it was asked in.' }),
    question: t.string({ description: 'Untrusted text of 3–4 000 characters.', resolve: long('question') }),
    answerSchema: t.field({
      type: 'JSON',
      nullable: true,
      description: 'JSON Schema (2020-12) that answers are checked against; null where any answer will do.',
      resolve: long('answerSchema'),
    }),
    status: t.field({
      type: InquiryStatusEnum,
      description: 'How far it is; a claim that has lapsed counts as none.',
      resolve: (inquiry, _args, { clock }) => statusOf(inquiry, clock.now()),
    }),
    claim: t.field({
      type: InquiryClaim,
      nullable: true,
      description: 'The running claim; null where nobody is at it.',
      resolve: (inquiry, _args, { clock }) => claimOf(inquiry, clock.now()),
    }),
    answerCount: t.exposeInt('answerCount', { description: 'Answers it got, hidden ones included.' }),
    firstAnsweredAt: t.expose('firstAnsweredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it got the first; null while it has none.',
    }),
    closedAt: t.expose('closedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was closed; null while it is not.',
    }),
    closeReason: t.string({
      nullable: true,
      description: 'Why it was closed, as who closed it says.',
      resolve: long('closeReason'),
    }),
    transitions: t.field({
      type: [Transition],
      description: 'What can be done with it, or happen to it, as it stands.',
      resolve: (inquiry, _args, { clock }) =>
        LIFECYCLE.filter(({ from }) => from === statusOf(inquiry, clock.now())),
    }),
  }),
});

const SchemaError = builder.objectRef<SchemaErrorRow>('SchemaError').implement({
  description: 'Where an answer does not fit the schema, or why that could not be told.',
  fields: (t) => ({
    pointer: t.exposeString('pointer', { description: 'JSON Pointer into the answer; empty for the whole.' }),
    message: t.exposeString('message', { description: 'What is wrong there.' }),
    type: t.exposeString('type', {
      description: 'The keyword that is not met; `timeout`, `busy` or `recursion` where there is no telling.',
    }),
  }),
});

const answerText = createLongTextResolver((loaders) => loaders.answerById);

export const Answer = builder.prismaObject('Answer', {
  description: 'One answer to an inquiry.',
  interfaces: [Node, Record, Hideable],
  extensions: recordExtensions<AnswerRow>({
    recordType: 'answer',
    author: (answer) => answer.createdBy,
    path: (answer) => `/public/inquiries/${answer.inquiryId}#${answer.id}`,
  }),
  fields: (t) => ({
    inquiryId: t.exposeID('inquiryId', { description: 'Id of the inquiry it answers.' }),
    seq: t.exposeInt('seq', { description: 'Its place among the answers, from 1.' }),
    body: t.string({ description: 'Untrusted text of 1–20 000 characters.', resolve: answerText('body') }),
    schemaValid: t.exposeBoolean('schemaValid', {
      nullable: true,
      description:
        'Whether it fits the answer schema: the value it is where it is JSON, otherwise its text as a string. ' +
        'Null where there is no schema, or no telling.',
    }),
    schemaErrors: t.field({
      type: [SchemaError],
      description: 'Where it does not fit, or why there is no telling; at most 16.',
      resolve: (answer, args, ctx) =>
        answerText('schemaErrors')(answer, args, ctx) as unknown as MaybePromise<SchemaErrorRow[]>,
    }),
  }),
});
