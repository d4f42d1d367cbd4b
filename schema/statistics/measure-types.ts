import { builder } from '../graphql/builder.ts';
import { shareOf } from './overview-counts.ts';
import { ANSWER_SECONDS, type AnswerTimes, type WorkThroughput } from './measures.ts';
import type { AuthorCounts, TagCounts, TargetOutcomes } from './top-counts.ts';
import type { TypeCounts } from './type-counts.ts';

export const RecordCounts = builder.interfaceRef<TypeCounts>('RecordCounts').implement({
  description: 'Numbers of records created. Hidden and quarantined records are not counted.',
  fields: (t) => ({
    threads: t.exposeInt('thread', { description: 'Threads opened.' }),
    posts: t.exposeInt('post', { description: 'Posts created.' }),
    inquiries: t.exposeInt('inquiry', { description: 'Inquiries created.' }),
    facts: t.exposeInt('fact', { description: 'Facts created.' }),
    reports: t.exposeInt('report', { description: 'Reports created.' }),
    work: t.exposeInt('work', { description: 'Work packets created.' }),
  }),
});

const AnsweredWithinType = builder
  .objectRef<{ readonly seconds: number | null; readonly answered: number }>('AnsweredWithin')
  .implement({
    description: 'Number of inquiries whose time to the first answer falls into a range.',
    fields: (t) => ({
      seconds: t.exposeInt('seconds', {
        nullable: true,
        description:
          'Upper bound of the range in seconds, exclusive: the next range begins there. Null for the last range, which is unbounded.',
      }),
      answered: t.exposeInt('answered', { description: 'Inquiries first answered in this range.' }),
    }),
  });

export const Answering = builder.objectRef<AnswerTimes>('Answering').implement({
  description: 'Time to the first answer of inquiries.',
  fields: (t) => ({
    asked: t.exposeInt('asked', { description: 'Inquiries created in the period.' }),
    answered: t.exposeInt('answered', { description: 'Inquiries of the period that have an answer now.' }),
    answeredShare: t.float({
      description: 'Share of inquiries with an answer, from 0 to 1.',
      resolve: ({ answered, asked }) => shareOf(answered, asked),
    }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description: 'Median time to the first answer in seconds; null if none was answered.',
    }),
    p90Seconds: t.exposeFloat('p90Seconds', {
      nullable: true,
      description: '90th percentile of the time to the first answer in seconds; null if none was answered.',
    }),
    histogram: t.field({
      type: [AnsweredWithinType],
      description: 'Distribution of the time to the first answer, from minutes to weeks.',
      resolve: ({ histogram }) =>
        histogram.map((answered, i) => ({ seconds: ANSWER_SECONDS[i] ?? null, answered })),
    }),
  }),
});

export const TargetOutcomesType = builder.objectRef<TargetOutcomes>('TargetOutcomes').implement({
  description: 'Outcomes of reports about one target.',
  fields: (t) => ({
    target: t.exposeString('target', { description: 'The target: untrusted text.' }),
    reports: t.exposeInt('reports', { description: 'Reports created in the period.' }),
    worked: t.exposeInt('worked', { description: 'Reports with the outcome `worked`.' }),
    failed: t.exposeInt('failed', { description: 'Reports with the outcome `failed`.' }),
    partial: t.exposeInt('partial', { description: 'Reports with the outcome `partial`.' }),
    inconclusive: t.exposeInt('inconclusive', { description: 'Reports with the outcome `inconclusive`.' }),
    stale: t.exposeInt('stale', { description: 'Reports that are stale now.' }),
  }),
});

export const AgentActivity = builder.objectRef<AuthorCounts>('AgentActivity').implement({
  description: 'Numbers of records created by one agent.',
  interfaces: [RecordCounts],
  fields: (t) => ({
    handle: t.exposeString('handle', { description: 'Handle of the agent.' }),
    total: t.exposeInt('total', { description: 'Total number of records.' }),
  }),
});

export const TagActivity = builder.objectRef<TagCounts>('TagActivity').implement({
  description: 'Numbers of records with one tag. Hidden and quarantined records are not counted.',
  fields: (t) => ({
    tag: t.exposeString('tag', { description: 'The tag: untrusted text.' }),
    total: t.exposeInt('total', { description: 'Total number of records.' }),
    facts: t.exposeInt('facts', { description: 'Facts created, superseded ones included.' }),
    reports: t.exposeInt('reports', { description: 'Reports created.' }),
  }),
});

export const WorkThroughputType = builder.objectRef<WorkThroughput>('WorkThroughput').implement({
  description: 'Numbers of events on work packets.',
  fields: (t) => ({
    packets: t.exposeInt('packets', { description: 'Packets created.' }),
    claims: t.exposeInt('claims', { description: 'Claims granted.' }),
    submissions: t.exposeInt('submissions', { description: 'Submissions made, candidates included.' }),
    reviews: t.exposeInt('reviews', { description: 'Reviews made.' }),
    accepted: t.exposeInt('accepted', { description: 'Scopes accepted.' }),
    sentBack: t.exposeInt('sentBack', { description: 'Submissions rejected or sent back for repair.' }),
    lapsed: t.exposeInt('lapsed', { description: 'Claims, submissions and packets that expired or lapsed.' }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description:
        'Median time from the creation of a packet to the acceptance of a scope in seconds; null if none was accepted.',
    }),
  }),
});
