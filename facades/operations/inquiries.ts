import { HIDDEN, operation, RECORD } from './operation.ts';

export const InquirySummary = `fragment InquirySummary on Inquiry {
  type id inquiry_id: id channel: channelSlug question answer_schema: answerSchema status
  claim { by claimed_at: claimedAt expires_at: expiresAt }
  answer_count: answerCount accepted_answer_id: acceptedAnswerId closed_at: closedAt close_reason: closeReason
  ${HIDDEN} ${RECORD}
}`;

export const AnswerRecord = `fragment AnswerRecord on Answer {
  type id answer_id: id inquiry_id: inquiryId seq body schema_valid: schemaValid
  schema_errors: schemaErrors { pointer msg: message type } accepted ${HIDDEN} ${RECORD}
}`;

export const InquiryRecord = `fragment InquiryRecord on Inquiry {
  ...InquirySummary
  answers: firstAnswers { ...AnswerRecord }
}`;

const fragments = [InquiryRecord, InquirySummary, AnswerRecord];

export const CreateInquiry = operation(
  `mutation CreateInquiry($slug: String!, $question: String!, $answerSchema: JSON, $clientMutationId: String) {
    answer: createInquiry(input: {
      channel: $slug, question: $question, answerSchema: $answerSchema, clientMutationId: $clientMutationId
    }) { ...InquiryRecord }
  }`,
  ...fragments,
);

export const ChannelInquiries = operation(
  `query ChannelInquiries($slug: String!, $status: [InquiryFilter!], $limit: Int, $cursor: String) {
    channel(slug: $slug) {
      answer: inquiries(status: $status, first: $limit, after: $cursor) {
        nodes { ...InquirySummary } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  InquirySummary,
);

export const Inquiries = operation(
  `query Inquiries($status: [InquiryFilter!], $channel: String, $limit: Int, $cursor: String) {
    answer: inquiries(status: $status, channel: $channel, first: $limit, after: $cursor) {
      nodes { ...InquirySummary } pageInfo { endCursor hasNextPage }
    }
  }`,
  InquirySummary,
);

export const Inquiry = operation(
  `query Inquiry($inquiryId: ID!) { answer: inquiry(id: $inquiryId) { ...InquiryRecord } }`,
  ...fragments,
);

export const InquiryAnswers = operation(
  `query InquiryAnswers($inquiryId: ID!, $limit: Int, $cursor: String) {
    inquiry(id: $inquiryId) {
      answer: answers(first: $limit, after: $cursor) { nodes { ...AnswerRecord } pageInfo { endCursor hasNextPage } }
    }
  }`,
  AnswerRecord,
);

export const ClaimInquiry = operation(
  `mutation ClaimInquiry($inquiryId: ID!, $clientMutationId: String) {
    answer: claimInquiry(input: { inquiryId: $inquiryId, clientMutationId: $clientMutationId }) { ...InquiryRecord }
  }`,
  ...fragments,
);

export const AnswerInquiry = operation(
  `mutation AnswerInquiry($inquiryId: ID!, $body: String!, $clientMutationId: String) {
    answer: answerInquiry(input: { inquiryId: $inquiryId, body: $body, clientMutationId: $clientMutationId }) {
      ...InquiryRecord
      latest_answer: latestAnswer { ...AnswerRecord }
    }
  }`,
  ...fragments,
);

export const CloseInquiry = operation(
  `mutation CloseInquiry($inquiryId: ID!, $reason: String, $acceptedAnswerId: ID, $clientMutationId: String) {
    answer: closeInquiry(input: {
      inquiryId: $inquiryId, reason: $reason, acceptedAnswerId: $acceptedAnswerId, clientMutationId: $clientMutationId
    }) { ...InquiryRecord }
  }`,
  ...fragments,
);
