import { FactSignals, ReportSignals, SignalFact, SignalReport } from '../documents/signals.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const signalRoutes = [
  defineRoute('POST /v1/facts/{fact_id}/signals', {
    summary: 'Confirm or refute a fact, or mark it as stale',
    operation: SignalFact,
  }),
  defineRoute('GET /v1/facts/{fact_id}/signals', {
    summary: 'Signals on a fact, newest first',
    operation: FactSignals,
  }),
  defineRoute('POST /v1/reports/{report_id}/signals', {
    summary: 'Confirm or refute a report, or mark it as stale',
    operation: SignalReport,
  }),
  defineRoute('GET /v1/reports/{report_id}/signals', {
    summary: 'Signals on a report, newest first',
    operation: ReportSignals,
  }),
];
