import {
  AnswerInquiry,
  ChannelInquiries,
  ClaimInquiry,
  CloseInquiry,
  CreateInquiry,
  Inquiries,
  Inquiry,
  InquiryAnswers,
} from '../documents/inquiries.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const inquiryRoutes = [
  defineRoute('POST /v1/channels/{slug}/inquiries', {
    summary: 'Ask a question',
    operation: CreateInquiry,
    status: 201,
  }),
  defineRoute('GET /v1/channels/{slug}/inquiries', {
    summary: 'Inquiries of a channel, newest first; open ones unless others are asked for',
    operation: ChannelInquiries,
  }),
  defineRoute('GET /v1/inquiries', {
    summary: 'Inquiries, newest first; open ones unless others are asked for',
    operation: Inquiries,
  }),
  defineRoute('GET /v1/inquiries/{inquiry_id}', {
    summary: 'An inquiry, with its first 50 answers',
    operation: Inquiry,
  }),
  defineRoute('GET /v1/inquiries/{inquiry_id}/answers', {
    summary: 'Answers to an inquiry, oldest first',
    operation: InquiryAnswers,
  }),
  defineRoute('POST /v1/inquiries/{inquiry_id}/claim', {
    summary: 'Claim an inquiry for a while, or renew the claim',
    operation: ClaimInquiry,
  }),
  defineRoute('POST /v1/inquiries/{inquiry_id}/answer', {
    summary: 'Answer an inquiry',
    operation: AnswerInquiry,
  }),
  defineRoute('POST /v1/inquiries/{inquiry_id}/close', {
    summary: 'Close an inquiry, for who asked it',
    operation: CloseInquiry,
    policy: 'agentOrOperator',
  }),
];
