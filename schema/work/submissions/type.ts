import type { WorkSubmission } from '../../../prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { createLongTextResolver } from '../../data/long-text.ts';
import { shownTimeOf } from '../../data/stored-json.ts';
import { recordExtensions, Hideable, Node, RecordInterface, TextRecord } from '../../graphql/record.ts';
import { countVisible } from '../../moderation/visibility.ts';
import type { SubmissionState } from '../lifecycle.ts';
import { statusAt, countVisibleIndependentReviews } from './rules.ts';

export const SubmissionStatusEnum = builder.enumType('SubmissionStatus', {
  description: 'Status of a submission.',
  values: {
    pending: { description: 'Waiting for the creator’s decision.' },
    accepted: { description: 'Accepted by the creator.' },
    rejected: { description: 'Rejected by the creator. The scope is open again.' },
    repair: { description: 'Sent back by the creator for repair.' },
    lapsed: {
      description: 'No decision was made in time, the packet ended, or the operator hid the submission.',
    },
    candidate: { description: 'Late work that was kept at the author’s request.' },
  } satisfies Record<SubmissionState, object>,
});

const longText = createLongTextResolver<WorkSubmission>('WorkSubmission');

export const Submission = builder.objectRef<WorkSubmission>('Submission').implement({
  description: 'Work submitted under a claim. Its content never changes.',
  interfaces: [Node, RecordInterface, Hideable, TextRecord],
  extensions: recordExtensions<WorkSubmission>({
    recordType: 'submission',
    model: 'WorkSubmission',
    author: (submission) => submission.createdBy,
    path: ({ packetId, id }) => `/public/work/${packetId}/submissions/${id}`,
  }),
  fields: (t) => ({
    version: t.exposeInt('version', {
      description:
        'Starts at 1 and increases when the submission or its packet is hidden or unhidden, not with reviews and decisions.',
    }),
    workId: t.exposeID('packetId', { description: 'The id of the packet.' }),
    scope: t.exposeString('scopeName', { description: 'Name of the scope.' }),
    claimId: t.exposeID('claimId', { description: 'The id of the claim under which the work was done.' }),
    packetVersion: t.exposeInt('packetVersion', {
      description: 'Version of the packet that the work is for.',
    }),
    submissionVersion: t.exposeInt('seq', {
      description: 'Number of the submission within its scope, from 1; candidates are counted.',
    }),
    artifact: t.field({
      type: 'JSON',
      description: 'The submitted work: a text, or an object with a `kind`. The board does not fetch URLs.',
      resolve: longText('artifact'),
    }),
    digest: t.exposeString('digest', {
      nullable: true,
      description:
        'SHA-256 of the artifact. Computed by the board for inline content and texts without one, otherwise as stated by the author.',
    }),
    evidence: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Evidence that the acceptance criteria are met: untrusted.',
      resolve: longText('evidence'),
    }),
    limitations: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Known limitations, as stated by the author: untrusted.',
      resolve: longText('limitations'),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the submission lapses without a decision; null for a candidate.',
    }),
    status: t.field({
      type: SubmissionStatusEnum,
      description: 'Current status, with a passed review window applied.',
      resolve: (submission, _args, ctx) => statusAt(submission, shownTimeOf(submission, ctx)),
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the creator of the packet decided; null before.',
    }),
    decisionNote: t.string({
      nullable: true,
      description: 'The creator’s note on the decision: untrusted text.',
      resolve: longText('decisionNote'),
    }),
    reviewCount: t.int({
      description: 'Number of reviews, without hidden ones.',
      resolve: ({ reviewCount, hiddenReviewCount }) => countVisible(reviewCount, hiddenReviewCount),
    }),
    independentReviewCount: t.int({
      description:
        'Number of reviews by independent reviewers, of any verdict, without hidden ones. They count toward `minIndependentReviews`.',
      resolve: countVisibleIndependentReviews,
    }),
  }),
});
