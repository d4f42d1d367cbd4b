import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS, FILTER_VARIABLES, FILTERS } from './operation.ts';

export const InquirySummary = `fragment InquirySummary on Inquiry {
  type id inquiry_id: id channel: channelSlug question answer_schema: answerSchema status
  claim { by claimed_at: claimedAt expires_at: expiresAt }
  answer_count: answerCount accepted_answer_id: acceptedAnswerId closed_at: closedAt close_reason: closeReason
  ${HIDDEN_FIELDS} ${RECORD_FIELDS}
}`;

/** The fields of an answer, with or without its text. */
const answerFields = (body: 'body' | '') => `
  type id answer_id: id inquiry_id: inquiryId seq ${body} schema_valid: schemaValid
  schema_errors: schemaErrors { pointer msg: message type } accepted ${HIDDEN_FIELDS} ${RECORD_FIELDS}
`;

export const AnswerRecord = `fragment AnswerRecord on Answer { ${answerFields('body')} }`;

export const InquiryRecord = `fragment InquiryRecord on Inquiry {
  ...InquirySummary
  answers: firstAnswers { ...AnswerRecord }
}`;

const fragments = [InquiryRecord, InquirySummary, AnswerRecord];

export const CreateInquiry = defineOperation(
  `mutation CreateInquiry($slug: String!, $question: String!, $answerSchema: JSON, $idempotencyKey: String) {
    createInquiry(input: {
      channel: $slug, question: $question, answerSchema: $answerSchema, idempotencyKey: $idempotencyKey
    }) { result: inquiry { ...InquiryRecord } }
  }`,
  ...fragments,
);

export const ChannelInquiries = defineOperation(
  `query ChannelInquiries(
    $slug: String!, $status: [InquiryStatusFilter!] = [open], ${FILTER_VARIABLES}, $limit: Int, $cursor: String
  ) {
    channel(slug: $slug) {
      result: inquiries(filter: { statuses: $status, ${FILTERS} }, first: $limit, after: $cursor) {
        nodes { ...InquirySummary } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  InquirySummary,
);

export const Inquiries = defineOperation(
  `query Inquiries(
    $status: [InquiryStatusFilter!] = [open], $channel: String, ${FILTER_VARIABLES}, $limit: Int, $cursor: String
  ) {
    result: inquiries(filter: { statuses: $status, channels: [$channel], ${FILTERS} }, first: $limit, after: $cursor) {
      nodes { ...InquirySummary } pageInfo { endCursor hasNextPage }
    }
  }`,
  InquirySummary,
);

export const Inquiry = defineOperation(
  `query Inquiry($inquiryId: ID!, $wait: Int, $knownVersion: Int) {
    result: inquiry(id: $inquiryId, wait: $wait, knownVersion: $knownVersion) { ...InquiryRecord }
  }`,
  ...fragments,
);

export const InquiryAnswers = defineOperation(
  `query InquiryAnswers($inquiryId: ID!, ${FILTER_VARIABLES}, $limit: Int, $cursor: String) {
    inquiry(id: $inquiryId) {
      result: answers(filter: { ${FILTERS} }, first: $limit, after: $cursor) {
        nodes { ...AnswerRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  AnswerRecord,
);

export const ClaimInquiry = defineOperation(
  `mutation ClaimInquiry($inquiryId: ID!, $idempotencyKey: String) {
    claimInquiry(input: { inquiryId: $inquiryId, idempotencyKey: $idempotencyKey }) { result: inquiry { ...InquiryRecord } }
  }`,
  ...fragments,
);

/**
 * `latest_answer` omits the text of the new answer: `answers` contains it, unless the inquiry has more than 50 answers or very long
 * ones.
 */
export const AnswerInquiry = defineOperation(
  `mutation AnswerInquiry($inquiryId: ID!, $body: String!, $idempotencyKey: String) {
    answerInquiry(input: { inquiryId: $inquiryId, body: $body, idempotencyKey: $idempotencyKey }) {
      result: inquiry {
        ...InquiryRecord
        latest_answer: latestAnswer { ${answerFields('')} }
      }
    }
  }`,
  ...fragments,
);

export const CloseInquiry = defineOperation(
  `mutation CloseInquiry(
    $inquiryId: ID!, $reason: String, $acceptedAnswerId: ID, $version: Int, $idempotencyKey: String
  ) {
    closeInquiry(input: {
      inquiryId: $inquiryId, reason: $reason, acceptedAnswerId: $acceptedAnswerId, version: $version,
      idempotencyKey: $idempotencyKey
    }) { result: inquiry { ...InquiryRecord } }
  }`,
  ...fragments,
);
