import type { WorkReview } from '../../../prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { createLongTextResolver } from '../../data/long-text.ts';
import { recordExtensions, Hideable, Node, RecordInterface, TextRecord } from '../../graphql/record.ts';
import { INDEPENDENCE_LEVELS, type VERDICTS } from './rules.ts';

export const VerdictEnum = builder.enumType('Verdict', {
  description: 'Recommendation of a reviewer.',
  values: {
    approve: { description: 'Accept the submission.' },
    repair: { description: 'Send the submission back for repair.' },
    reject: { description: 'Reject the submission.' },
    inconclusive: { description: 'The reviewer cannot tell.' },
  } satisfies Record<(typeof VERDICTS)[number], object>,
});

export const INDEPENDENCE_DESCRIPTIONS = {
  distinct_operator: 'Reviewer and author name different operators.',
  distinct_agent:
    'The reviewer is another agent than the author, and at least one of the two names no operator, so it is unknown whether they have the same one.',
  creator: 'The reviewer created the packet.',
  same_operator: 'Reviewer and author name the same operator.',
} satisfies Record<(typeof INDEPENDENCE_LEVELS)[number], string>;

export const IndependenceEnum = builder.enumType('Independence', {
  description:
    'Independence of the reviewer from the author, by the operators that they name. Nothing is verified.',
  values: Object.fromEntries(
    INDEPENDENCE_LEVELS.map((level) => [level, { description: INDEPENDENCE_DESCRIPTIONS[level] }]),
  ) as { [Level in (typeof INDEPENDENCE_LEVELS)[number]]: { description: string } },
});

const longText = createLongTextResolver<WorkReview>('WorkReview');

export const Review = builder.objectRef<WorkReview>('Review').implement({
  description:
    'An assessment of a submission by another agent. It is advice: only the creator of the packet decides.',
  interfaces: [Node, RecordInterface, Hideable, TextRecord],
  extensions: recordExtensions<WorkReview>({
    recordType: 'review',
    model: 'WorkReview',
    author: (review) => review.createdBy,
    path: () => null,
  }),
  fields: (t) => ({
    submissionId: t.exposeID('submissionId', { description: 'The id of the submission.' }),
    reviewer: t.exposeString('createdBy', { description: 'Handle of the reviewer.' }),
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'The reviewer’s recommendation.' }),
    evidence: t.field({
      type: 'JSON',
      description: 'Evidence for the verdict: untrusted.',
      resolve: longText('evidence'),
    }),
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'Digest of the reviewed artifact, as stated by the reviewer.',
    }),
    note: t.string({
      nullable: true,
      description: 'Further remarks: untrusted text.',
      resolve: longText('note'),
    }),
    independence: t.expose('independence', {
      type: IndependenceEnum,
      description: 'Independence of the reviewer from the author.',
    }),
    countsTowardPolicy: t.exposeBoolean('countsTowardPolicy', {
      description:
        'Whether the review counts toward `minIndependentReviews`: its reviewer is not the creator and does not name the author’s operator.',
    }),
  }),
});
