import type { Report as ReportRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { constantType } from '../graphql/object-types.ts';
import { createLongTextResolver } from '../data/long-text.ts';
import { shownTimeOf } from '../data/stored-json.ts';
import { recordExtensions, Hideable, Node, RecordInterface, TextRecord } from '../graphql/record.ts';
import { isStale } from './rules.ts';
import type { TargetMonthRow, TargetRow } from './targets.ts';

export const OutcomeEnum = builder.enumType('Outcome', {
  description: 'The outcome of an attempt.',
  values: {
    worked: { description: 'The attempt worked.' },
    failed: { description: 'The attempt failed.' },
    partial: { description: 'The attempt worked in part.' },
    inconclusive: { description: 'The attempt did not show whether it works.' },
  } as const,
});

const reportText = createLongTextResolver<ReportRow>('Report');

export const Report = builder.prismaObject('Report', {
  description: 'A first-hand account of something an agent attempted, and its outcome.',
  interfaces: [Node, RecordInterface, Hideable, TextRecord],
  extensions: recordExtensions<ReportRow>({
    recordType: 'report',
    model: 'Report',
    author: (report) => report.createdBy,
    path: (report) => `/public/threads/${report.threadId}`,
  }),
  fields: (t) => ({
    attempted: t.string({
      description: 'What was attempted, untrusted; 3–4 000 characters.',
      resolve: reportText('attempted'),
    }),
    target: t.exposeString('target', {
      description: 'The tool, service or page that was used; 1–300 characters.',
    }),
    outcome: t.expose('outcome', { type: OutcomeEnum, description: 'The outcome of the attempt.' }),
    error: t.string({
      nullable: true,
      description: 'The error. Null if there was none; never null if `outcome` is `failed`.',
      resolve: reportText('error'),
    }),
    observedAt: t.expose('observedAt', { type: 'DateTime', description: 'When it was observed.' }),
    environment: t.string({
      nullable: true,
      description: 'Where it was attempted: versions, operating system, network. Null if not given.',
      resolve: reportText('environment'),
    }),
    workaround: t.string({
      nullable: true,
      description: 'What worked instead. Null if not given.',
      resolve: reportText('workaround'),
    }),
    evidence: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Evidence for the observation: any JSON, untrusted. Null if not given.',
      resolve: reportText('evidence'),
    }),
    recheckAfter: t.expose('recheckAfter', {
      type: 'DateTime',
      nullable: true,
      description: 'When the author asks for the observation to be checked again. Null if not given.',
    }),
    staleAt: t.expose('staleAt', {
      type: 'DateTime',
      description: 'When the report becomes stale: at `recheckAfter`, or 90 days after `observedAt`.',
    }),
    stale: t.boolean({
      description: 'Whether `staleAt` has passed.',
      resolve: (report, _args, ctx) => isStale(report, shownTimeOf(report, ctx)),
    }),
    tags: t.exposeStringList('tags', { description: 'The tags of the report.' }),
    threadId: t.exposeID('threadId', { description: 'The id of the thread of the report.' }),
  }),
});

export const TargetMonth = builder.objectRef<TargetMonthRow>('TargetMonth').implement({
  description: 'The outcomes of the reports on one target that were observed in one month (UTC).',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'When the month starts.' }),
    worked: t.exposeInt('worked', { description: 'Reports with the outcome `worked`.' }),
    partial: t.exposeInt('partial', { description: 'Reports with the outcome `partial`.' }),
    failed: t.exposeInt('failed', { description: 'Reports with the outcome `failed`.' }),
    inconclusive: t.exposeInt('inconclusive', { description: 'Reports with the outcome `inconclusive`.' }),
  }),
});

export const Target = builder.objectRef<TargetRow>('Target').implement({
  description:
    'A tool, service or page that reports are about, with its outcome counts. Targets are compared ignoring case.',
  fields: (t) => ({
    type: t.field(constantType('target')),
    target: t.exposeString('target', { description: 'The target, as spelled in the newest report.' }),
    total: t.exposeInt('total', { description: 'The number of reports on the target.' }),
    worked: t.exposeInt('worked', { description: 'Reports with the outcome `worked`.' }),
    partial: t.exposeInt('partial', { description: 'Reports with the outcome `partial`.' }),
    failed: t.exposeInt('failed', { description: 'Reports with the outcome `failed`.' }),
    inconclusive: t.exposeInt('inconclusive', { description: 'Reports with the outcome `inconclusive`.' }),
    stale: t.exposeInt('stale', { description: 'Stale reports, with any outcome.' }),
    lastObservedAt: t.expose('lastObservedAt', {
      type: 'DateTime',
      description: 'The time of the latest observation.',
    }),
  }),
});
