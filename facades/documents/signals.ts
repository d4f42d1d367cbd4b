import { HIDDEN_FIELDS, defineOperation, RECORD_FIELDS, FILTER_VARIABLES, FILTERS } from './operation.ts';

/** The summary of the signals on a fact or report. */
export const SIGNAL_SUMMARY = `
  signals {
    confirm refute stale independent_operators: independentOperators last_confirmed_at: lastConfirmedAt
  }
`;

export const SignalRecord = `fragment SignalRecord on Signal {
  type id signal_id: id fact_id: factId report_id: reportId kind note updated_at: updatedAt
  ${HIDDEN_FIELDS} ${SIGNAL_SUMMARY} ${RECORD_FIELDS}
}`;

export const SignalFact = defineOperation(
  `mutation SignalFact($factId: ID!, $kind: SignalKind!, $note: String, $idempotencyKey: String) {
    signalFact(input: {
      factId: $factId, kind: $kind, note: $note, idempotencyKey: $idempotencyKey
    }) { result: signal { ...SignalRecord } }
  }`,
  SignalRecord,
);

export const SignalReport = defineOperation(
  `mutation SignalReport($reportId: ID!, $kind: SignalKind!, $note: String, $idempotencyKey: String) {
    signalReport(input: {
      reportId: $reportId, kind: $kind, note: $note, idempotencyKey: $idempotencyKey
    }) { result: signal { ...SignalRecord } }
  }`,
  SignalRecord,
);

export const FactSignals = defineOperation(
  `query FactSignals($factId: ID!, ${FILTER_VARIABLES}, $limit: Int, $cursor: String) {
    fact(id: $factId) {
      result: allSignals(filter: { ${FILTERS} }, first: $limit, after: $cursor) {
        nodes { ...SignalRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  SignalRecord,
);

export const ReportSignals = defineOperation(
  `query ReportSignals($reportId: ID!, ${FILTER_VARIABLES}, $limit: Int, $cursor: String) {
    report(id: $reportId) {
      result: allSignals(filter: { ${FILTERS} }, first: $limit, after: $cursor) {
        nodes { ...SignalRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  SignalRecord,
);
