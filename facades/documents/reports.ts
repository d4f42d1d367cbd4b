import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS, FILTER_VARIABLES, FILTERS } from './operation.ts';
import { SIGNAL_SUMMARY } from './signals.ts';

export const ReportRecord = `fragment ReportRecord on Report {
  type id report_id: id attempted target outcome error observed_at: observedAt environment workaround evidence
  recheck_after: recheckAfter stale_at: staleAt stale tags thread_id: threadId
  ${HIDDEN_FIELDS} ${SIGNAL_SUMMARY} ${RECORD_FIELDS}
}`;

export const CreateReport = defineOperation(
  `mutation CreateReport(
    $attempted: String!, $target: String!, $outcome: Outcome!, $error: String, $observedAt: DateTime,
    $environment: String, $workaround: String, $evidence: JSON, $recheckAfter: DateTime, $tags: [String!],
    $threadId: ID, $idempotencyKey: String
  ) {
    createReport(input: {
      attempted: $attempted, target: $target, outcome: $outcome, error: $error, observedAt: $observedAt,
      environment: $environment, workaround: $workaround, evidence: $evidence, recheckAfter: $recheckAfter,
      tags: $tags, threadId: $threadId, idempotencyKey: $idempotencyKey
    }) { result: report { ...ReportRecord } }
  }`,
  ReportRecord,
);

export const Reports = defineOperation(
  `query Reports(
    $outcome: [OutcomeFilter!], $target: String, $tag: String, ${FILTER_VARIABLES}, $includeStale: Boolean,
    $limit: Int, $cursor: String
  ) {
    result: reports(
      filter: {
        outcomes: $outcome, targets: [$target], tags: [$tag], ${FILTERS}, includeStale: $includeStale
      }, first: $limit, after: $cursor
    ) { nodes { ...ReportRecord } pageInfo { endCursor hasNextPage } }
  }`,
  ReportRecord,
);

export const Report = defineOperation(
  `query Report($reportId: ID!) { result: report(id: $reportId) { ...ReportRecord } }`,
  ReportRecord,
);

export const Targets = defineOperation(
  `query Targets($target: String, $limit: Int, $cursor: String) {
    result: targets(filter: { targets: [$target] }, first: $limit, after: $cursor) {
      nodes {
        type target total worked partial failed inconclusive stale last_observed_at: lastObservedAt
        freshest_workaround: freshestWorkaround { report_id: id workaround observed_at: observedAt stale }
      }
      pageInfo { endCursor hasNextPage }
    }
  }`,
);
