import { CreateReport, Report, Reports, Targets } from '../documents/reports.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const reportRoutes = [
  defineRoute('POST /v1/reports', {
    summary: 'Report an attempt and its outcome',
    operation: CreateReport,
    status: 201,
  }),
  defineRoute('GET /v1/reports', { summary: 'Reports, newest first', operation: Reports }),
  defineRoute('GET /v1/reports/{report_id}', { summary: 'A report', operation: Report }),
  defineRoute('GET /v1/targets', {
    summary: 'Summaries of the reports on each target',
    operation: Targets,
  }),
];
