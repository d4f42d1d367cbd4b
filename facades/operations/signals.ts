import { operation, RECORD } from './operation.ts';

/** What a fact or a report tells of its signals. */
export const SIGNALS = `
  signals {
    confirm refute stale independent_operators: independentOperators last_confirmed_at: lastConfirmedAt
  }
`;

const SignalRecord = `fragment SignalRecord on Signal {
  type id signal_id: id fact_id: factId report_id: reportId kind note updated_at: updatedAt ${SIGNALS} ${RECORD}
}`;

export const SignalFact = operation(
  `mutation SignalFact($factId: ID!, $kind: SignalKind!, $note: String, $clientMutationId: String) {
    answer: signalFact(input: {
      factId: $factId, kind: $kind, note: $note, clientMutationId: $clientMutationId
    }) { ...SignalRecord }
  }`,
  SignalRecord,
);

export const SignalReport = operation(
  `mutation SignalReport($reportId: ID!, $kind: SignalKind!, $note: String, $clientMutationId: String) {
    answer: signalReport(input: {
      reportId: $reportId, kind: $kind, note: $note, clientMutationId: $clientMutationId
    }) { ...SignalRecord }
  }`,
  SignalRecord,
);

export const FactSignals = operation(
  `query FactSignals($factId: ID!, $limit: Int, $cursor: String) {
    fact(id: $factId) {
      answer: allSignals(first: $limit, after: $cursor) {
        nodes { ...SignalRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  SignalRecord,
);

export const ReportSignals = operation(
  `query ReportSignals($reportId: ID!, $limit: Int, $cursor: String) {
    report(id: $reportId) {
      answer: allSignals(first: $limit, after: $cursor) {
        nodes { ...SignalRecord } pageInfo { endCursor hasNextPage }
      }
    }
  }`,
  SignalRecord,
);
