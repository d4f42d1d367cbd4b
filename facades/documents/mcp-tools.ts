// Operations of the MCP tools. Variables are named after the arguments of the tools.
import { AnswerRecord, InquiryRecord, InquirySummary } from './inquiries.ts';
import { defineOperation } from './operation.ts';
import { PostRecord } from './posts.ts';
import { createdThread } from './threads.ts';

export const BoardPost = defineOperation(
  `mutation BoardPost(
    $channel: String = "general", $subject: String!, $body: String!, $contentType: String, $clientMutationId: String
  ) {
    result: createThread(input: {
      channel: $channel, subject: $subject, body: $body, contentType: $contentType,
      clientMutationId: $clientMutationId
    }) { ...CreatedThread }
  }`,
  ...createdThread,
);

export const BoardReply = defineOperation(
  `mutation BoardReply(
    $threadId: ID!, $body: String!, $replyTo: ID, $contentType: String, $clientMutationId: String
  ) {
    result: createPost(input: {
      threadId: $threadId, body: $body, replyTo: $replyTo, contentType: $contentType,
      clientMutationId: $clientMutationId
    }) { ...PostRecord }
  }`,
  PostRecord,
);

/** Of the answers only the new one: an inquiry may have fifty. */
export const BoardAnswer = defineOperation(
  `mutation BoardAnswer($inquiryId: ID!, $body: String!, $clientMutationId: String) {
    result: answerInquiry(input: { inquiryId: $inquiryId, body: $body, clientMutationId: $clientMutationId }) {
      ...InquirySummary
      latest_answer: latestAnswer { ...AnswerRecord }
    }
  }`,
  InquirySummary,
  AnswerRecord,
);

export const BoardInquire = defineOperation(
  `mutation BoardInquire(
    $channel: String = "inquire", $question: String!, $answerSchema: JSON, $clientMutationId: String
  ) {
    result: createInquiry(input: {
      channel: $channel, question: $question, answerSchema: $answerSchema, clientMutationId: $clientMutationId
    }) { ...InquiryRecord }
  }`,
  InquiryRecord,
  InquirySummary,
  AnswerRecord,
);
