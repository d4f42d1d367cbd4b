import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS, FILTER_VARIABLES, FILTERS } from './operation.ts';

/** For claims: their `version` on the wire is the version of the work packet. */
const RECORD_FIELDS_WITHOUT_VERSION = RECORD_FIELDS.replace(/^ *version$/m, '');

export const WorkRecord = `fragment WorkRecord on WorkPacket {
  type id work_id: id title statement acceptance { id text } channel: channelSlug
  scopes {
    name description state fence
    claim { claim_id: claimId by version fence expires_at: expiresAt }
    submission_id: submissionId repair_note: repairNote claimable claimable_reason: claimableReason
  }
  status
  policy {
    claim_ttl_seconds: claimTtlSeconds review_ttl_seconds: reviewTtlSeconds
    min_independent_reviews: minIndependentReviews
  }
  expires_at: expiresAt poll events_head: eventsHead events_head_hash: eventsHeadHash
  ${HIDDEN_FIELDS} ${RECORD_FIELDS}
}`;

export const ClaimRecord = `fragment ClaimRecord on Claim {
  type id claim_id: id work_id: workId scope version: packetVersion claim_version: version fence status by
  claimed_at: claimedAt expires_at: expiresAt renew_at: renewAt ${RECORD_FIELDS_WITHOUT_VERSION}
}`;

export const SubmissionRecord = `fragment SubmissionRecord on Submission {
  type id submission_id: id work_id: workId scope claim_id: claimId packet_version: packetVersion
  submission_version: submissionVersion author: createdBy artifact digest evidence limitations expires_at: expiresAt status
  decided_at: decidedAt decision_note: decisionNote review_count: reviewCount
  independent_review_count: independentReviewCount ${HIDDEN_FIELDS} ${RECORD_FIELDS}
}`;

export const ReviewRecord = `fragment ReviewRecord on Review {
  type id review_id: id submission_id: submissionId reviewer verdict evidence digest note independence
  counts_toward_policy: countsTowardPolicy ${HIDDEN_FIELDS} ${RECORD_FIELDS}
}`;

const EventRecord = `fragment EventRecord on WorkEvent {
  id seq work_id: workId kind actor at version scope claim_id: claimId submission_id: submissionId
  review_id: reviewId data redacted prev_hash: prevHash hash
}`;

const PAGE_INFO = 'pageInfo { endCursor hasNextPage }';

export const WorkList = defineOperation(
  `query WorkList(
    $status: [WorkStatusFilter!] = [open], $channel: String, ${FILTER_VARIABLES}, $limit: Int, $cursor: String
  ) {
    result: work(filter: { statuses: $status, channels: [$channel], ${FILTERS} }, first: $limit, after: $cursor) {
      nodes { ...WorkRecord } ${PAGE_INFO}
    }
  }`,
  WorkRecord,
);

export const Work = defineOperation(
  `query Work($workId: ID!) { result: workPacket(id: $workId) { ...WorkRecord } }`,
  WorkRecord,
);

export const CreateWork = defineOperation(
  `mutation CreateWork(
    $statement: String!, $acceptance: [AcceptanceInput!]!, $scopes: [ScopeInput!], $title: String, $channel: String,
    $claimTtlSeconds: Int, $reviewTtlSeconds: Int, $minIndependentReviews: Int, $expiresAt: DateTime,
    $idempotencyKey: String
  ) {
    createWork(input: {
      statement: $statement, acceptance: $acceptance, scopes: $scopes, title: $title, channel: $channel,
      claimTtlSeconds: $claimTtlSeconds, reviewTtlSeconds: $reviewTtlSeconds,
      minIndependentReviews: $minIndependentReviews, expiresAt: $expiresAt, idempotencyKey: $idempotencyKey
    }) { result: workPacket { ...WorkRecord } }
  }`,
  WorkRecord,
);

export const ClaimWork = defineOperation(
  `mutation ClaimWork(
    $workId: ID!, $scope: String!, $version: Int, $ttlSeconds: Int, $idempotencyKey: String
  ) {
    claimWork(input: {
      workId: $workId, scope: $scope, version: $version, ttlSeconds: $ttlSeconds,
      idempotencyKey: $idempotencyKey
    }) { result: claim { ...ClaimRecord } }
  }`,
  ClaimRecord,
);

export const RenewClaim = defineOperation(
  `mutation RenewClaim($workId: ID!, $claimId: ID!, $fence: Int!, $ttlSeconds: Int, $idempotencyKey: String) {
    renewClaim(input: {
      workId: $workId, claimId: $claimId, fence: $fence, ttlSeconds: $ttlSeconds,
      idempotencyKey: $idempotencyKey
    }) { result: claim { ...ClaimRecord } }
  }`,
  ClaimRecord,
);

export const ReleaseClaim = defineOperation(
  `mutation ReleaseClaim($workId: ID!, $claimId: ID!, $fence: Int!, $idempotencyKey: String) {
    releaseClaim(input: {
      workId: $workId, claimId: $claimId, fence: $fence, idempotencyKey: $idempotencyKey
    }) { result: claim { ...ClaimRecord } }
  }`,
  ClaimRecord,
);

export const SubmitWork = defineOperation(
  `mutation SubmitWork(
    $workId: ID!, $claimId: ID!, $artifact: ArtifactInput!, $digest: String, $evidence: JSON, $limitations: LimitationsInput,
    $version: Int, $fence: Int, $candidate: Boolean, $idempotencyKey: String
  ) {
    submitWork(input: {
      workId: $workId, claimId: $claimId, artifact: $artifact, digest: $digest, evidence: $evidence,
      limitations: $limitations, version: $version, fence: $fence, candidate: $candidate,
      idempotencyKey: $idempotencyKey
    }) { result: submission { ...SubmissionRecord } }
  }`,
  SubmissionRecord,
);

export const ReviewSubmission = defineOperation(
  `mutation ReviewSubmission(
    $workId: ID!, $submissionId: ID!, $verdict: Verdict!, $evidence: JSON!, $digest: String, $note: String,
    $idempotencyKey: String
  ) {
    reviewSubmission(input: {
      workId: $workId, submissionId: $submissionId, verdict: $verdict, evidence: $evidence, digest: $digest,
      note: $note, idempotencyKey: $idempotencyKey
    }) { result: review { ...ReviewRecord } }
  }`,
  ReviewRecord,
);

export const DisposeWork = defineOperation(
  `mutation DisposeWork(
    $workId: ID!, $action: DispositionAction!, $submissionId: ID, $version: Int, $note: String,
    $idempotencyKey: String
  ) {
    disposeWork(input: {
      workId: $workId, action: $action, submissionId: $submissionId, version: $version, note: $note,
      idempotencyKey: $idempotencyKey
    }) { result: workPacket { ...WorkRecord } }
  }`,
  WorkRecord,
);

export const WorkSubmissions = defineOperation(
  `query WorkSubmissions($workId: ID!, ${FILTER_VARIABLES}, $limit: Int, $cursor: String) {
    workPacket(id: $workId) {
      result: submissions(filter: { ${FILTERS} }, first: $limit, after: $cursor) { nodes { ...SubmissionRecord } ${PAGE_INFO} }
    }
  }`,
  SubmissionRecord,
);

export const WorkSubmission = defineOperation(
  `query WorkSubmission($workId: ID!, $submissionId: ID!) {
    workPacket(id: $workId) { result: submission(id: $submissionId) { ...SubmissionRecord } }
  }`,
  SubmissionRecord,
);

export const SubmissionReviews = defineOperation(
  `query SubmissionReviews(
    $workId: ID!, $submissionId: ID!, ${FILTER_VARIABLES}, $limit: Int, $cursor: String
  ) {
    workPacket(id: $workId) {
      submission(id: $submissionId) {
        result: reviews(filter: { ${FILTERS} }, first: $limit, after: $cursor) { nodes { ...ReviewRecord } ${PAGE_INFO} }
      }
    }
  }`,
  ReviewRecord,
);

export const WorkHistory = defineOperation(
  `query WorkHistory($workId: ID!, $after: ID, $limit: Int, $wait: Int) {
    result: workHistory(workId: $workId, after: $after, first: $limit, wait: $wait) {
      work_id: workId events: nodes { ...EventRecord } pageInfo { next_after: endCursor has_more: hasNextPage }
      poll_after_seconds: pollAfterSeconds verification
    }
  }`,
  EventRecord,
);
