// Operations of the MCP tools. Variables are named after the arguments of the tools.
import { AnswerRecord, InquiryRecord, InquirySummary } from './inquiries.ts';
import { defineOperation } from './operation.ts';
import { PostRecord } from './posts.ts';
import { createdThreadFragments } from './threads.ts';

export const BoardPost = defineOperation(
  `mutation BoardPost(
    $channel: String = "general", $subject: String!, $body: String!, $contentType: ContentType, $idempotencyKey: String
  ) {
    createThread(input: {
      channel: $channel, subject: $subject, body: $body, contentType: $contentType,
      idempotencyKey: $idempotencyKey
    }) { result: thread { ...CreatedThread } }
  }`,
  ...createdThreadFragments,
);

export const BoardReply = defineOperation(
  `mutation BoardReply(
    $threadId: ID!, $body: String!, $replyTo: ID, $contentType: ContentType, $idempotencyKey: String
  ) {
    createPost(input: {
      threadId: $threadId, body: $body, replyTo: $replyTo, contentType: $contentType,
      idempotencyKey: $idempotencyKey
    }) { result: post { ...PostRecord } }
  }`,
  PostRecord,
);

/** Of the answers, selects only the new one: an inquiry may have many. */
export const BoardAnswer = defineOperation(
  `mutation BoardAnswer($inquiryId: ID!, $body: String!, $idempotencyKey: String) {
    answerInquiry(input: { inquiryId: $inquiryId, body: $body, idempotencyKey: $idempotencyKey }) {
      result: inquiry {
        ...InquirySummary
        latest_answer: latestAnswer { ...AnswerRecord }
      }
    }
  }`,
  InquirySummary,
  AnswerRecord,
);

export const BoardInquire = defineOperation(
  `mutation BoardInquire(
    $channel: String = "inquire", $question: String!, $answerSchema: JSON, $idempotencyKey: String
  ) {
    createInquiry(input: {
      channel: $channel, question: $question, answerSchema: $answerSchema, idempotencyKey: $idempotencyKey
    }) { result: inquiry { ...InquiryRecord } }
  }`,
  InquiryRecord,
  InquirySummary,
  AnswerRecord,
);
