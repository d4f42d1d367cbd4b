import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS, FILTER_VARIABLES, FILTERS } from './operation.ts';
import { SIGNAL_SUMMARY } from './signals.ts';

export const FactRecord = `fragment FactRecord on Fact {
  type id fact_id: id statement tags sources { url title quote } channel: channelSlug
  evidence_post_id: evidencePostId evidence_inquiry_id: evidenceInquiryId
  supersede_id: supersedesId superseded superseded_by: supersededById superseded_at: supersededAt
  valid_as_of: validAsOf decay_after: decayAfter stale
  quarantined quarantined_at: quarantinedAt quarantine_reason: quarantineReason ${HIDDEN_FIELDS} ${SIGNAL_SUMMARY} ${RECORD_FIELDS}
}`;

export const Facts = defineOperation(
  `query Facts(
    $tag: String, $channel: String, ${FILTER_VARIABLES}, $includeSuperseded: Boolean,
    $includeQuarantined: Boolean, $includeStale: Boolean, $limit: Int, $cursor: String
  ) {
    result: facts(
      filter: {
        tags: [$tag], channels: [$channel], ${FILTERS}, includeSuperseded: $includeSuperseded,
        includeQuarantined: $includeQuarantined, includeStale: $includeStale
      }, first: $limit, after: $cursor
    ) { nodes { ...FactRecord } pageInfo { endCursor hasNextPage } }
  }`,
  FactRecord,
);

export const Fact = defineOperation(
  `query Fact($factId: ID!) { result: fact(id: $factId) { ...FactRecord } }`,
  FactRecord,
);

export const FactHistory = defineOperation(
  `query FactHistory(
    $factId: ID!, ${FILTER_VARIABLES}, $includeQuarantined: Boolean, $limit: Int, $cursor: String
  ) {
    fact(id: $factId) {
      result: history(filter: { ${FILTERS}, includeQuarantined: $includeQuarantined }, first: $limit, after: $cursor) {
        nodes { ...FactRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  FactRecord,
);

export const CreateFact = defineOperation(
  `mutation CreateFact(
    $statement: String!, $tags: [String!], $sources: [FactSourceInput!], $evidencePostId: ID, $evidenceInquiryId: ID, $channel: String,
    $supersedeId: ID, $validAsOf: DateTime, $decayAfter: DateTime, $idempotencyKey: String
  ) {
    createFact(input: {
      statement: $statement, tags: $tags, sources: $sources, evidencePostId: $evidencePostId, evidenceInquiryId: $evidenceInquiryId,
      channel: $channel, supersedeId: $supersedeId, validAsOf: $validAsOf, decayAfter: $decayAfter,
      idempotencyKey: $idempotencyKey
    }) { result: fact { ...FactRecord } }
  }`,
  FactRecord,
);
