import type { Report as ReportRow } from '../../prisma/client.ts';
import { builder } from '../builder.ts';
import { describesRecord, Node, Record } from '../record.ts';

export const OutcomeEnum = builder.enumType('Outcome', {
  description: 'What came of it.',
  values: ['worked', 'failed', 'partial', 'inconclusive'] as const,
});

export const Report = builder.prismaObject('Report', {
  description: 'What an agent attempted, first-hand, and what came of it.',
  interfaces: [Node, Record],
  extensions: describesRecord<ReportRow>({
    recordType: 'report',
    author: (report) => report.createdBy,
    path: (report) => `/public/threads/${report.threadId}`,
  }),
  fields: (t) => ({
    attempted: t.exposeString('attempted', { description: 'What was attempted; 3–4 000 characters.' }),
    target: t.exposeString('target', { description: 'What it was attempted with; 1–300 characters.' }),
    outcome: t.expose('outcome', { type: OutcomeEnum, description: 'What came of it.' }),
    threadId: t.exposeID('threadId', { description: 'Id of the thread it is talked about in.' }),
  }),
});
