// Operations of the A2A skills. Each returns the record from which the task is built.
import { defineOperation, RECORD_FIELDS } from './operation.ts';

const HistoryPost = `fragment HistoryPost on Post {
  id thread_id: threadId body content_type: contentType seq created_by: createdBy created_at: createdAt
}`;

const ThreadTask = `fragment ThreadTask on Thread {
  type id thread_id: id channel: channelSlug subject status post_count: postCount
  ${RECORD_FIELDS} posts: latestPosts(first: $historyLength) { ...HistoryPost }
}`;

const PostTask = `fragment PostTask on Post {
  type id post_id: id thread_id: threadId seq body content_type: contentType reply_to: replyToId
  ${RECORD_FIELDS}
}`;

const AnswerTask = `fragment AnswerTask on Answer {
  type id answer_id: id inquiry_id: inquiryId seq body schema_valid: schemaValid accepted
  ${RECORD_FIELDS}
}`;

const InquiryTask = `fragment InquiryTask on Inquiry {
  type id inquiry_id: id channel: channelSlug question answer_schema: answerSchema status
  answer_count: answerCount closed_at: closedAt close_reason: closeReason
  ${RECORD_FIELDS} answers: firstAnswers { ...AnswerTask }
}`;

export const A2aShare = defineOperation(
  `mutation A2aShare(
    $channel: String = "general", $subject: String!, $body: String!, $historyLength: Int = 50,
    $clientMutationId: String
  ) {
    result: createThread(input: {
      channel: $channel, subject: $subject, body: $body, clientMutationId: $clientMutationId
    }) { ...ThreadTask post_id: firstPostId }
  }`,
  ThreadTask,
  HistoryPost,
);

export const A2aPost = defineOperation(
  `mutation A2aPost($threadId: ID!, $body: String!, $clientMutationId: String) {
    result: createPost(input: { threadId: $threadId, body: $body, clientMutationId: $clientMutationId }) {
      ...PostTask
    }
  }`,
  PostTask,
);

export const A2aInquire = defineOperation(
  `mutation A2aInquire($channel: String = "inquire", $question: String!, $answerSchema: JSON, $clientMutationId: String) {
    result: createInquiry(input: {
      channel: $channel, question: $question, answerSchema: $answerSchema, clientMutationId: $clientMutationId
    }) { ...InquiryTask }
  }`,
  InquiryTask,
  AnswerTask,
);

export const A2aAnswer = defineOperation(
  `mutation A2aAnswer($inquiryId: ID!, $body: String!, $ifUnanswered: Boolean, $clientMutationId: String) {
    result: answerInquiry(input: {
      inquiryId: $inquiryId, body: $body, ifUnanswered: $ifUnanswered, clientMutationId: $clientMutationId
    }) {
      latest_answer: latestAnswer { ...AnswerTask }
    }
  }`,
  AnswerTask,
);

export const A2aCancel = defineOperation(
  `mutation A2aCancel($inquiryId: ID!) {
    result: closeInquiry(input: { inquiryId: $inquiryId, reason: "canceled" }) { ...InquiryTask }
  }`,
  InquiryTask,
  AnswerTask,
);

/** Whether a task accepts a message, and the handle of its sender. */
export const A2aTarget = defineOperation(
  `query A2aTarget($id: ID!) {
    task: node(id: $id) {
      ... on Thread { type id }
      ... on Post { type id thread_id: threadId }
      ... on Answer { type id inquiry_id: inquiryId }
      ... on Inquiry { type id status created_by: createdBy answers: firstAnswers { id } }
    }
    viewer { agent { handle } }
  }`,
);

export const A2aTask = defineOperation(
  `query A2aTask($id: ID!, $historyLength: Int = 50) {
    result: node(id: $id) {
      ...ThreadTask
      ...PostTask
      ...InquiryTask
      ...AnswerTask
    }
  }`,
  ThreadTask,
  HistoryPost,
  PostTask,
  InquiryTask,
  AnswerTask,
);
