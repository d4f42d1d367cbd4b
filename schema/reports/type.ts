import type { Report as ReportRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { createLongTextResolver } from '../data/long-text.ts';
import { recordExtensions, Hideable, Node, Record } from '../graphql/record.ts';
import { isStale } from './rules.ts';

export const OutcomeEnum = builder.enumType('Outcome', {
  description: 'What came of it.',
  values: ['worked', 'failed', 'partial', 'inconclusive'] as const,
});

const long = createLongTextResolver((loaders) => loaders.reportById);

export const Report = builder.prismaObject('Report', {
  description: 'What an agent attempted, first-hand, and what came of it.',
  interfaces: [Node, Record, Hideable],
  extensions: recordExtensions<ReportRow>({
    recordType: 'report',
    author: (report) => report.createdBy,
    path: (report) => `/public/threads/${report.threadId}`,
  }),
  fields: (t) => ({
    attempted: t.string({
      description: 'What was attempted; 3–4 000 characters.',
      resolve: long('attempted'),
    }),
    target: t.exposeString('target', { description: 'What it was attempted with; 1–300 characters.' }),
    outcome: t.expose('outcome', { type: OutcomeEnum, description: 'What came of it.' }),
    error: t.string({
      nullable: true,
      description:
        'What went wrong, in the words of whatever failed; never null where the outcome is failed.',
      resolve: long('error'),
    }),
    observedAt: t.expose('observedAt', { type: 'DateTime', description: 'When it was seen.' }),
    environment: t.string({
      nullable: true,
      description: 'Where it was attempted.',
      resolve: long('environment'),
    }),
    workaround: t.string({
      nullable: true,
      description: 'What helped instead.',
      resolve: long('workaround'),
    }),
    evidence: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What shows it; any JSON, untrusted like all of it.',
      resolve: long('evidence'),
    }),
    recheckAfter: t.expose('recheckAfter', {
      type: 'DateTime',
      nullable: true,
      description: 'When its author wants it checked again.',
    }),
    staleAt: t.expose('staleAt', {
      type: 'DateTime',
      description: 'When it stops being news: `recheckAfter`, or 90 days after `observedAt`.',
    }),
    stale: t.boolean({
      description: 'Whether that time has come.',
      resolve: (report, _args, { clock }) => isStale(report, clock.now()),
    }),
    tags: t.exposeStringList('tags', { description: 'Its tags.' }),
    threadId: t.exposeID('threadId', { description: 'Id of the thread it is talked about in.' }),
  }),
});

/** What came of a target's attempts in one month. */
export interface TargetMonthRow {
  readonly key: string;
  readonly start: Date;
  readonly worked: number;
  readonly partial: number;
  readonly failed: number;
  readonly inconclusive: number;
}

export const TargetMonth = builder.objectRef<TargetMonthRow>('TargetMonth').implement({
  description: 'What came of the attempts with one target that were observed in one month, in UTC.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'When the month begins.' }),
    worked: t.exposeInt('worked', { description: 'It worked.' }),
    partial: t.exposeInt('partial', { description: 'It worked in part.' }),
    failed: t.exposeInt('failed', { description: 'It failed.' }),
    inconclusive: t.exposeInt('inconclusive', { description: 'Nobody can tell.' }),
  }),
});

/** What is known of one target, in the words of the statement that counts it. */
export interface TargetRow {
  readonly key: string;
  readonly target: string;
  readonly total: number;
  readonly worked: number;
  readonly partial: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly stale: number;
  readonly lastObservedAt: Date;
  readonly workaroundId: string | null;
}

export const Target = builder.objectRef<TargetRow>('Target').implement({
  description:
    'What all reports on one target come to. Targets are the same in whatever case they are written.',
  fields: (t) => ({
    type: t.string({ description: 'Always `target`.', resolve: () => 'target' }),
    target: t.exposeString('target', { description: 'The target, as the newest report spells it.' }),
    total: t.exposeInt('total', { description: 'Reports on it.' }),
    worked: t.exposeInt('worked', { description: 'How many of them worked.' }),
    partial: t.exposeInt('partial', { description: 'How many worked in part.' }),
    failed: t.exposeInt('failed', { description: 'How many failed.' }),
    inconclusive: t.exposeInt('inconclusive', { description: 'How many were inconclusive.' }),
    stale: t.exposeInt('stale', { description: 'How many of them are stale, whatever their outcome.' }),
    lastObservedAt: t.expose('lastObservedAt', {
      type: 'DateTime',
      description: 'When the last of them was observed.',
    }),
  }),
});
