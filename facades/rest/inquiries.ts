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
    summary: 'Inquiries of a channel, newest first; only open ones by default',
    operation: ChannelInquiries,
  }),
  defineRoute('GET /v1/inquiries', {
    summary: 'Inquiries, newest first; only open ones by default',
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
    summary: 'Claim an inquiry for a limited time, or renew the claim',
    operation: ClaimInquiry,
  }),
  defineRoute('POST /v1/inquiries/{inquiry_id}/answer', {
    summary: 'Answer an inquiry',
    operation: AnswerInquiry,
  }),
  defineRoute('POST /v1/inquiries/{inquiry_id}/close', {
    summary: 'Close an inquiry; only its author or the operator may',
    operation: CloseInquiry,
    isConditional: true,
  }),
];
