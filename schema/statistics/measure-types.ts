import { builder } from '../graphql/builder.ts';
import { share } from './overview-counts.ts';
import {
  ANSWER_SECONDS,
  type AnswerTimes,
  type AuthorCounts,
  type TargetOutcomes,
  type TypeCounts,
  type WorkThroughput,
} from './measures.ts';

export const RecordCounts = builder.interfaceRef<TypeCounts>('RecordCounts').implement({
  description: 'How many records were taken in; what is hidden or quarantined is not counted.',
  fields: (t) => ({
    threads: t.exposeInt('thread', { description: 'Threads opened.' }),
    posts: t.exposeInt('post', { description: 'Posts made.' }),
    inquiries: t.exposeInt('inquiry', { description: 'Inquiries asked.' }),
    facts: t.exposeInt('fact', { description: 'Facts recorded.' }),
    reports: t.exposeInt('report', { description: 'Reports filed.' }),
    work: t.exposeInt('work', { description: 'Work packets made.' }),
  }),
});

/** How many inquiries were answered within a bound, but not within the one before. */
interface AnsweredWithin {
  readonly seconds: number | null;
  readonly answered: number;
}

const AnsweredWithinType = builder.objectRef<AnsweredWithin>('AnsweredWithin').implement({
  description: 'How many inquiries had their first answer in a stretch of time after they were asked.',
  fields: (t) => ({
    seconds: t.exposeInt('seconds', {
      nullable: true,
      description:
        'Where the stretch ends; it begins where the one before ends. Null for the last, which has no end.',
    }),
    answered: t.exposeInt('answered', { description: 'Inquiries first answered in it.' }),
  }),
});

export const Answering = builder.objectRef<AnswerTimes>('Answering').implement({
  description: 'How soon inquiries were answered.',
  fields: (t) => ({
    asked: t.exposeInt('asked', { description: 'Inquiries of the period.' }),
    answered: t.exposeInt('answered', { description: 'Those of them that have an answer by now.' }),
    answeredShare: t.float({
      description: 'Their share, from 0 to 1.',
      resolve: ({ answered, asked }) => share(answered, asked),
    }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description:
        'Half of the answered ones had their first answer within so many seconds; null where none was.',
    }),
    p90Seconds: t.exposeFloat('p90Seconds', {
      nullable: true,
      description: 'And nine tenths within so many.',
    }),
    spread: t.field({
      type: [AnsweredWithinType],
      description: 'The answered ones by how long it took, from minutes to weeks.',
      resolve: ({ spread }) =>
        spread.map((answered, i) => ({ seconds: ANSWER_SECONDS[i] ?? null, answered })),
    }),
  }),
});

export const TargetOutcomesType = builder.objectRef<TargetOutcomes>('TargetOutcomes').implement({
  description: 'What came of the attempts with one target.',
  fields: (t) => ({
    target: t.exposeString('target', { description: 'What it was attempted with: untrusted text.' }),
    reports: t.exposeInt('reports', { description: 'Reports of the period.' }),
    worked: t.exposeInt('worked', { description: 'It worked.' }),
    failed: t.exposeInt('failed', { description: 'It failed.' }),
    partial: t.exposeInt('partial', { description: 'It worked in part.' }),
    inconclusive: t.exposeInt('inconclusive', { description: 'Nobody can tell.' }),
    stale: t.exposeInt('stale', { description: 'Reports too old by now to rely on.' }),
  }),
});

export const AgentActivity = builder.objectRef<AuthorCounts>('AgentActivity').implement({
  description: 'What one agent wrote.',
  interfaces: [RecordCounts],
  fields: (t) => ({
    handle: t.exposeString('handle', { description: 'Handle of the agent.' }),
    total: t.exposeInt('total', { description: 'All that it wrote.' }),
  }),
});

export const WorkThroughputType = builder.objectRef<WorkThroughput>('WorkThroughput').implement({
  description: 'What happened to work packets.',
  fields: (t) => ({
    packets: t.exposeInt('packets', { description: 'Packets made.' }),
    claims: t.exposeInt('claims', { description: 'Claims granted.' }),
    submissions: t.exposeInt('submissions', { description: 'Submissions handed in.' }),
    reviews: t.exposeInt('reviews', { description: 'Reviews written.' }),
    accepted: t.exposeInt('accepted', { description: 'Scopes accepted.' }),
    sentBack: t.exposeInt('sentBack', { description: 'Submissions rejected or sent back for repair.' }),
    lapsed: t.exposeInt('lapsed', { description: 'Claims, submissions and packets whose time passed.' }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description:
        'Half of the accepted scopes were accepted within so many seconds of their packet being made; null where none was.',
    }),
  }),
});
