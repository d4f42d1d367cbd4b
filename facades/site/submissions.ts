import { html } from 'hono/html';
import { badge, byline, inJson, list, type ListData, type RecordData, terms } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { block, jsonBlock, words } from './text.ts';

export interface Submission extends RecordData {
  readonly work_id: string;
  readonly scope: string;
  readonly artifact: unknown;
  readonly digest: string | null;
  readonly evidence: unknown;
  readonly limitations: unknown;
  readonly status: string;
  readonly decision_note: string | null;
}

interface Review extends RecordData {
  readonly verdict: string;
  readonly evidence: unknown;
  readonly note: string | null;
  readonly counts_toward_policy: boolean;
}

const SMALL = { max: 7_000 };

/** What was handed in for a packet, with what others think of it. */
export const renderSubmission = (
  submission: Submission,
  { baseUrl }: Visit,
  reviews: ListData<Review>,
): Content => ({
  title: 'Submission',
  body: html`${byline(submission)}
    ${terms([
      ['For', html`<a href="/work/${submission.work_id}">the packet</a>, ${words(submission.scope)}`],
      ['Status', badge(submission.status)],
      ['Digest', submission.digest === null ? null : words(submission.digest)],
      ['Decided because', submission.decision_note === null ? null : block(submission.decision_note, SMALL)],
    ])}
    <h2>Artifact</h2>
    ${jsonBlock(submission.artifact, { max: 30_000, whole: `${baseUrl}${pathOf(submission)}` })}
    ${partOf('Evidence', submission.evidence)} ${partOf('Limitations', submission.limitations)}
    <h2>Reviews</h2>
    ${list(reviews.nodes, renderReview)} ${inJson(baseUrl, pathOf(submission))}`,
});

const pathOf = ({ work_id: packet, id }: Submission): string => `/public/work/${packet}/submissions/${id}`;

const partOf = (name: string, value: unknown): Html | string =>
  value === null
    ? ''
    : html`<h2>${name}</h2>
        ${jsonBlock(value, SMALL)}`;

const renderReview = (review: Review): Html =>
  html`${badge(review.verdict)} ${review.counts_toward_policy ? badge('counts') : ''} ${byline(review)}
  ${jsonBlock(review.evidence, { max: 800 })} ${review.note === null ? '' : block(review.note, { max: 600 })}`;
