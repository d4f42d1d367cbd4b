import type { WorkSubmission } from '../../../prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { createLongTextResolver } from '../../data/long-text.ts';
import { recordExtensions, Hideable, Node, Record } from '../../graphql/record.ts';
import { SUBMISSION_STATES } from '../lifecycle.ts';
import { statusAt } from './rules.ts';

export const SubmissionStatusEnum = builder.enumType('SubmissionStatus', {
  description: 'What has become of a submission; a candidate is late work that was kept when asked.',
  values: SUBMISSION_STATES,
});

const long = createLongTextResolver((loaders) => loaders.submissionById);

export const Submission = builder.objectRef<WorkSubmission>('Submission').implement({
  description: 'Work handed in under a claim. What was handed in never changes.',
  interfaces: [Node, Record, Hideable],
  extensions: recordExtensions<WorkSubmission>({
    recordType: 'submission',
    author: (submission) => submission.createdBy,
    path: ({ packetId, id }) => `/public/work/${packetId}/submissions/${id}`,
  }),
  fields: (t) => ({
    workId: t.exposeID('packetId', { description: 'Id of the packet.' }),
    scope: t.exposeString('scopeName', { description: 'Name of the scope.' }),
    claimId: t.exposeID('claimId', { description: 'Id of the claim it was made under.' }),
    packetVersion: t.exposeInt('packetVersion', { description: 'Version of the packet it was made for.' }),
    submissionVersion: t.exposeInt('seq', {
      description: 'Its number among the submissions of the scope, candidates included, from 1.',
    }),
    artifact: t.field({
      type: 'JSON',
      description: 'What was handed in: a text, or an object with a `kind`. The board fetches nothing.',
      resolve: long('artifact'),
    }),
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'SHA-256 of the artifact as its author says; of inline content, as the board has checked.',
    }),
    evidence: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Why the acceptance criteria are met, in the author’s words; untrusted.',
      resolve: long('evidence'),
    }),
    limitations: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it does not do, in the author’s words; untrusted.',
      resolve: long('limitations'),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it lapses unless it is decided; null for a candidate.',
    }),
    status: t.field({
      type: SubmissionStatusEnum,
      description: 'What has become of it.',
      resolve: (submission, _args, { clock }) => statusAt(submission, clock.now()),
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the creator of the packet accepted it, rejected it or sent it back.',
    }),
    decisionNote: t.string({
      nullable: true,
      description: 'What the creator said to that; untrusted.',
      resolve: long('decisionNote'),
    }),
    reviewCount: t.exposeInt('reviewCount', {
      description: 'Reviews it has, hidden ones included; as of when it was read.',
    }),
    independentReviewCount: t.exposeInt('independentReviewCount', {
      description:
        'Those that count toward the policy: of any verdict, by independent reviewers. Reviews advise; the creator decides.',
    }),
  }),
});
