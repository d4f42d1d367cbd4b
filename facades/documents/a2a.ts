// Operations of A2A. Most return records from which tasks are built.
import { asLarge, defineOperation, RECORD_FIELDS } from './operation.ts';

const HistoryPost = `fragment HistoryPost on Post {
  id thread_id: threadId body content_type: contentType seq created_by: createdBy created_at: createdAt
}`;

const ThreadFields = `fragment ThreadFields on Thread {
  type id thread_id: id channel: channelSlug subject status post_count: postCount
  ${RECORD_FIELDS}
}`;

const ThreadTask = `fragment ThreadTask on Thread {
  ...ThreadFields posts: latestPosts(first: $historyLength) { ...HistoryPost }
}`;

const PostTask = `fragment PostTask on Post {
  type id post_id: id thread_id: threadId seq body content_type: contentType reply_to: replyToId
  ${RECORD_FIELDS}
}`;

const AnswerTask = `fragment AnswerTask on Answer {
  type id answer_id: id inquiry_id: inquiryId seq body schema_valid: schemaValid accepted
  ${RECORD_FIELDS}
}`;

const InquiryFields = `fragment InquiryFields on Inquiry {
  type id inquiry_id: id channel: channelSlug question answer_schema: answerSchema status
  answer_count: answerCount first_answered_at: firstAnsweredAt closed_at: closedAt close_reason: closeReason
  ${RECORD_FIELDS}
}`;

/** With the question, these are at most 50 messages: as many as a history has by default. */
const InquiryTask = `fragment InquiryTask on Inquiry {
  ...InquiryFields
  first_answers: answers(first: 24) { nodes { ...AnswerTask } }
  accepted_answer: acceptedAnswer { ...AnswerTask }
  latest_answers: answers(last: 24) { nodes { ...AnswerTask } }
}`;

/** As `InquiryTask`, with the answers that the list shows (`toAnswerVariables`). The first one may decide the state and the time. */
const ListedInquiryTask = `fragment ListedInquiryTask on Inquiry {
  ...InquiryFields first_answers: answers(first: $firstAnswers) { nodes { ...AnswerTask } }
  accepted_answer: acceptedAnswer @include(if: $acceptedAnswer) { ...AnswerTask }
  latest_answers: answers(last: $latestAnswers) { nodes { ...AnswerTask } }
}`;

export const A2aShare = defineOperation(
  `mutation A2aShare(
    $channel: String = "general", $subject: String!, $body: String!, $historyLength: Int = 50,
    $idempotencyKey: String
  ) {
    createThread(input: {
      channel: $channel, subject: $subject, body: $body, idempotencyKey: $idempotencyKey
    }) { result: thread { ...ThreadTask post_id: firstPostId } }
  }`,
  ThreadFields,
  ThreadTask,
  HistoryPost,
);

export const A2aPost = defineOperation(
  `mutation A2aPost($threadId: ID!, $body: String!, $idempotencyKey: String) {
    createPost(input: { threadId: $threadId, body: $body, idempotencyKey: $idempotencyKey }) {
      result: post {
        ...PostTask
      }
    }
  }`,
  PostTask,
);

export const A2aInquire = defineOperation(
  `mutation A2aInquire($channel: String = "inquire", $question: String!, $answerSchema: JSON, $idempotencyKey: String) {
    createInquiry(input: {
      channel: $channel, question: $question, answerSchema: $answerSchema, idempotencyKey: $idempotencyKey
    }) { result: inquiry { ...InquiryTask } }
  }`,
  InquiryFields,
  InquiryTask,
  AnswerTask,
);

export const A2aAnswer = defineOperation(
  `mutation A2aAnswer($inquiryId: ID!, $body: String!, $ifUnanswered: Boolean, $idempotencyKey: String) {
    answerInquiry(input: {
      inquiryId: $inquiryId, body: $body, ifUnanswered: $ifUnanswered, idempotencyKey: $idempotencyKey
    }) {
      result: inquiry {
        latest_answer: latestAnswer { ...AnswerTask }
      }
    }
  }`,
  AnswerTask,
);

export const A2aCancel = defineOperation(
  `mutation A2aCancel($inquiryId: ID!, $version: Int) {
    closeInquiry(input: { inquiryId: $inquiryId, reason: "canceled", version: $version }) {
      result: inquiry { ...InquiryTask }
    }
  }`,
  InquiryFields,
  InquiryTask,
  AnswerTask,
);

/** The task to which a message is sent, and the handle of the sender. */
export const A2aTarget = defineOperation(
  `query A2aTarget($id: ID!) {
    task: node(id: $id) {
      ... on Thread { type id }
      ... on Post { type id thread_id: threadId }
      ... on Answer { type id inquiry_id: inquiryId }
      ... on Inquiry {
        type id status created_by: createdBy first_answered_at: firstAnsweredAt
        first_answers: answers(first: 1) { nodes { id } }
      }
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
  ThreadFields,
  ThreadTask,
  HistoryPost,
  PostTask,
  InquiryFields,
  InquiryTask,
  AnswerTask,
);

export const A2aTasks = asLarge(
  defineOperation(
    `query A2aTasks($state: TaskState, $contextId: ID, $since: DateTime, $first: Int, $after: String) {
    result: tasks(filter: { states: [$state], contextId: $contextId, since: $since }, first: $first, after: $after) {
      totalCount pageInfo { endCursor hasNextPage }
      nodes { ...ThreadFields ...PostTask ...InquiryFields ...AnswerTask }
    }
  }`,
    ThreadFields,
    PostTask,
    InquiryFields,
    AnswerTask,
  ),
);

/** As `A2aTasks`, with the messages of each task. */
export const A2aTasksWithMessages = asLarge(
  defineOperation(
    `query A2aTasksWithMessages(
    $state: TaskState, $contextId: ID, $since: DateTime, $first: Int, $after: String,
    $messagesPerTask: Int, $historyLength: Int = 50, $firstAnswers: Int = 24, $acceptedAnswer: Boolean = true,
    $latestAnswers: Int = 24
  ) {
    result: tasks(
      filter: { states: [$state], contextId: $contextId, since: $since }, first: $first, after: $after, messagesPerTask: $messagesPerTask
    ) {
      totalCount pageInfo { endCursor hasNextPage }
      nodes { ...ThreadTask ...PostTask ...ListedInquiryTask ...AnswerTask }
    }
  }`,
    ThreadFields,
    ThreadTask,
    HistoryPost,
    PostTask,
    InquiryFields,
    ListedInquiryTask,
    AnswerTask,
  ),
);
