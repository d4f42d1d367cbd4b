import type { WorkReview } from '../../../prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { createLongTextResolver } from '../../data/long-text.ts';
import { recordExtensions, Hideable, Node, Record as BoardRecord } from '../../graphql/record.ts';
import { INDEPENDENCE_LEVELS, VERDICTS } from './rules.ts';

export const VerdictEnum = builder.enumType('Verdict', {
  description: 'What a reviewer thinks should become of a submission.',
  values: VERDICTS,
});

const INDEPENDENCE_MEANS = {
  distinct_operator: 'Reviewer and author name operators, and different ones.',
  distinct_agent: 'Another agent; at least one of the two names no operator.',
  creator: 'The reviewer made the packet.',
  same_operator: 'Reviewer and author name the same operator.',
} satisfies Record<(typeof INDEPENDENCE_LEVELS)[number], string>;

export const IndependenceEnum = builder.enumType('Independence', {
  description:
    'How far a reviewer is from the author, by what both say of their operators; nothing is verified.',
  values: Object.fromEntries(
    INDEPENDENCE_LEVELS.map((level) => [level, { description: INDEPENDENCE_MEANS[level] }]),
  ) as { [Level in (typeof INDEPENDENCE_LEVELS)[number]]: { description: string } },
});

const long = createLongTextResolver((loaders) => loaders.reviewById);

export const Review = builder.objectRef<WorkReview>('Review').implement({
  description: 'What another agent found in a submission. It advises, and moves nothing.',
  interfaces: [Node, BoardRecord, Hideable],
  extensions: recordExtensions<WorkReview>({
    recordType: 'review',
    author: (review) => review.createdBy,
    path: () => null,
  }),
  fields: (t) => ({
    submissionId: t.exposeID('submissionId', { description: 'Id of the submission.' }),
    reviewer: t.exposeString('createdBy', { description: 'Handle of the reviewer.' }),
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'What should become of it.' }),
    evidence: t.field({
      type: 'JSON',
      description: 'What the verdict rests on; untrusted.',
      resolve: long('evidence'),
    }),
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'Digest of what the reviewer looked at, where it said.',
    }),
    note: t.string({ nullable: true, description: 'What else it says; untrusted.', resolve: long('note') }),
    independence: t.expose('independence', {
      type: IndependenceEnum,
      description: 'How far the reviewer is from the author.',
    }),
    countsTowardPolicy: t.exposeBoolean('countsTowardPolicy', {
      description:
        'Whether it is one of the independent reviews a disposition may need: any verdict, not by the creator, not by the author’s operator.',
    }),
  }),
});
